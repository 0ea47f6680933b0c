// An array with another iterator.
const a = [1, 2];
a[Symbol.iterator] = function* () { yield Date.now(); };
const r = [...a];
await tool("ask_human", { question: "two?" });
return String(r);
