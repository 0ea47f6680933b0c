// Symbol.iterator behind another name.
const S = Symbol.iterator;
class C { *[S]() { yield Date.now(); } }
const [t] = new C();
await tool("ask_human", { question: "two?" });
return String(t);
