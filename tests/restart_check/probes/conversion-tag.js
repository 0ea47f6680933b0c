// Symbol.toStringTag.
const o = { get [Symbol.toStringTag]() { return "T" + Date.now(); } };
const t = String(o);
await tool("ask_human", { question: "two?" });
return t;
