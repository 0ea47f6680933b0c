// A method under a symbol of one's own.
const S = Symbol("s");
class A { [S]() { return Date.now(); } }
const v = new A()[S]();
await tool("ask_human", { question: "two?" });
return String(v);
