// Array.from of an iterator, with a function.
const o = { *[Symbol.iterator]() { yield Date.now(); } };
const out = Array.from(o, (x) => `t${x}`);
await tool("ask_human", { question: "two?" });
return String(out);
