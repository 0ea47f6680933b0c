// Code is put together from a function's text.
const f = () => Date.now();
const v = eval(`(${f.toString()})()`);
await tool("ask_human", { question: "two?" });
return String(v);
