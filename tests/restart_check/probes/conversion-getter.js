// A getter that gives the conversion.
class A { get [Symbol.toPrimitive]() { return () => Date.now(); } }
const t = `${new A()}`;
await tool("ask_human", { question: "two?" });
return t;
