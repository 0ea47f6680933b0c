// A format of a constant date is no clock.
const clock = new Intl.DateTimeFormat("en-GB", { timeStyle: "short", timeZone: "UTC" });
tool("ask_human", { question: "Shall I go on?" });
return clock.format(new Date(0));
