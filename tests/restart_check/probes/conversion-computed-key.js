// A computed key that is an object.
const o = { [Symbol.toPrimitive]() { return "k" + Date.now(); } };
const m = { [o]: 1 };
await tool("ask_human", { question: "two?" });
return Object.keys(m).join();
