// The clock decides whether there is anything to read from.
const settings = new Date().getUTCHours() >= 17 ? null : { text: "early" };
tool("ask_human", { question: "Shall I go on?" });
settings.text;
return "done";
