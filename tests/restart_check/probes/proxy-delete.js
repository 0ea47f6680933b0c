// A proxy that logs what is deleted.
const p = new Proxy({ a: 1 }, { deleteProperty(t, k) { tool("log", { message: String(Date.now()) }); return true; } });
delete p.a;
await tool("ask_human", { question: "two?" });
