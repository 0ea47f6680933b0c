// A pattern takes from an iterator of one's own.
const o = { *[Symbol.iterator]() { yield Date.now(); } };
const [t] = o;
await tool("ask_human", { question: "two?" });
await tool("log", { message: String(t) });
