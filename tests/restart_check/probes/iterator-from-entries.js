// An object of the entries that an iterator gives.
const o = { *[Symbol.iterator]() { yield ["a", Date.now()]; } };
const r = Object.fromEntries(o);
await tool("ask_human", { question: "two?" });
return String(r.a);
