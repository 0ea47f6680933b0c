// All arrays get another iterator.
Array.prototype[Symbol.iterator] = function* () { yield Date.now(); };
const [r] = [1, 2];
await tool("ask_human", { question: "two?" });
return String(r);
