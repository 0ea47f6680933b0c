// `__proto__` in a literal.
const o = { __proto__: { t() { return Date.now(); } } };
const v = o.t();
await tool("ask_human", { question: "two?" });
return String(v);
