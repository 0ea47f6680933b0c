// An Intl format without an argument reads the clock.
const clock = new Intl.DateTimeFormat("en-GB", { timeStyle: "short", timeZone: "UTC" });
const start = clock.format();
tool("ask_human", { question: "Shall I go on?" });
return start;
