// An object as an index.
const o = { toString: () => String(new Date().getUTCHours()) };
const t = { 16: "sixteen", 18: "eighteen" }[o];
await tool("ask_human", { question: "two?" });
return String(t);
