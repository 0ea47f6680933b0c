// `super` reaches a getter.
class A { get t() { return Date.now(); } }
class B extends A { get t() { return super.t + 1; } }
const v = new B().t;
await tool("ask_human", { question: "two?" });
return String(v);
