// A class with an iterator.
class C { *[Symbol.iterator]() { yield Date.now(); } }
const [t] = new C();
await tool("ask_human", { question: "two?" });
return String(t);
