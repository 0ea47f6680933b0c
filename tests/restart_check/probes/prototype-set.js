// Object.setPrototypeOf.
const o = Object.setPrototypeOf({}, { t() { return Date.now(); } });
const v = o.t();
await tool("ask_human", { question: "two?" });
return String(v);
