// An asynchronous iterator that is a generator.
const o = { async *[Symbol.asyncIterator]() { yield Date.now(); } };
let s = "";
for await (const t of o) s += t;
await tool("ask_human", { question: "two?" });
return s;
