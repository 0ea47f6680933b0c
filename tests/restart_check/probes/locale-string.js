// toLocaleTimeString of a date that was read.
const start = new Date().toLocaleTimeString("en-GB", { timeZone: "UTC" });
tool("ask_human", { question: "Shall I go on?" });
return start;
