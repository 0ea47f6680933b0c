// Array.from of an iterator.
const o = { *[Symbol.iterator]() { yield Date.now(); } };
const out = Array.from(o);
await tool("ask_human", { question: "two?" });
return String(out);
