// An iterator that is assigned later.
const o = {};
o[Symbol.iterator] = function* () { yield Date.now(); };
const [t] = o;
await tool("ask_human", { question: "two?" });
return String(t);
