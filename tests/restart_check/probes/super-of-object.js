// `super` in an object.
const base = { t() { return Date.now(); } };
const o = { __proto__: base, t() { return super.t() + 1; } };
const v = o.t();
await tool("ask_human", { question: "two?" });
return String(v);
