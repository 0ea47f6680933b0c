// Symbol.toPrimitive in a template.
const o = { [Symbol.toPrimitive]() { return Date.now(); } };
const t = `${o}`;
await tool("ask_human", { question: "two?" });
return t;
