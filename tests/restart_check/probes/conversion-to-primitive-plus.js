// Symbol.toPrimitive in a sum.
const o = { [Symbol.toPrimitive]() { return Date.now(); } };
const t = o + 1;
await tool("ask_human", { question: "two?" });
return String(t);
