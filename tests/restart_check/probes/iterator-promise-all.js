// Promise.all of an iterator.
const o = { *[Symbol.iterator]() { yield Date.now(); } };
const [t] = await Promise.all(o);
await tool("ask_human", { question: "two?" });
return String(t);
