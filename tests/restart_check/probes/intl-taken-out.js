// The format function taken out of its object.
const { format } = new Intl.DateTimeFormat("en-GB", { timeStyle: "short", timeZone: "UTC" });
const start = format();
tool("ask_human", { question: "Shall I go on?" });
return start;
