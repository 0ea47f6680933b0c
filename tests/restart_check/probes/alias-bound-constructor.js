// A bound constructor.
const Now = Date.bind(null);
const start = new Now();
tool("ask_human", { question: "Shall I go on?" });
return start.toISOString();
