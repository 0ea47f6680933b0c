// A Map of what an iterator gives.
const o = { *[Symbol.iterator]() { yield ["a", Date.now()]; } };
const m = new Map(o);
await tool("ask_human", { question: "two?" });
return String(m.get("a"));
