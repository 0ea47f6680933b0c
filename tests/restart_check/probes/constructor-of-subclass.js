// A subclass of Date is reached through an instance.
class D extends Date {}
const t = new (new D(0).constructor)();
await tool("ask_human", { question: "go?" });
return t.toISOString();
