// What kind of value the clock gives.
const start = Date.now();
tool("ask_human", { question: "Shall I go on?" });
return typeof start + (new Date() instanceof Date);
