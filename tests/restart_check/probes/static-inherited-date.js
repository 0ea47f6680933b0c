// A static method of Date by inheritance.
class D extends Date {}
const v = D.now();
await tool("ask_human", { question: "two?" });
return String(v);
