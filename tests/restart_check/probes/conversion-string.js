// Symbol.toPrimitive by String().
const o = { [Symbol.toPrimitive]: () => new Date().toISOString() };
const t = String(o);
await tool("ask_human", { question: "two?" });
return t;
