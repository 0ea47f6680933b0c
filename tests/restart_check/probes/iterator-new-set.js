// A Set of what an iterator gives.
const o = { *[Symbol.iterator]() { yield Date.now(); } };
const m = new Set(o);
await tool("ask_human", { question: "two?" });
return [...m].join();
