// `super` reaches over a class.
class A { t() { return Date.now(); } }
class M extends A {}
class B extends M { t() { return super.t() + 1; } }
const v = new B().t();
await tool("ask_human", { question: "two?" });
return String(v);
