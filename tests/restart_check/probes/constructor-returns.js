// A constructor that returns something else.
class A { constructor() { return { t: Date.now() }; } }
const v = new A().t;
await tool("ask_human", { question: "two?" });
return String(v);
