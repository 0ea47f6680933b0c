// `yield*` of an iterator.
const o = { *[Symbol.iterator]() { yield Date.now(); } };
function* g() { yield* o; }
const [t] = g();
await tool("ask_human", { question: "two?" });
return String(t);
