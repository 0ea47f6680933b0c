// An asynchronous iterator with `next`.
const o = { [Symbol.asyncIterator]() { let n = 0; return { async next() { return n++ ? { done: true } : { done: false, value: Date.now() }; } }; } };
let s = "";
for await (const t of o) s += t;
await tool("ask_human", { question: "two?" });
return s;
