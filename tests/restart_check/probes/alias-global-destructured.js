// The clock taken out of the global object.
const { Date: When, Math: { max } } = globalThis;
const start = max(0, When.now());
tool("ask_human", { question: "Shall I go on?" });
return `began ${start}`;
