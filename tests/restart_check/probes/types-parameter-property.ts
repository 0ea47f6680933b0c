// A parameter that is a property.
class A { constructor(private readonly clock: () => number = Date.now) {} at() { return this.clock(); } }
const v = new A().at();
await tool("ask_human", { question: "two?" });
return String(v);
