// The same, with an optional chain, and unused.
const settings = new Date().getUTCHours() >= 17 ? null : { text: "early" };
tool("ask_human", { question: "Shall I go on?" });
settings?.text;
return "done";
