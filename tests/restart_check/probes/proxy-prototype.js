// A proxy that tells its prototype.
const p = new Proxy({}, { getPrototypeOf: () => ({ t: Date.now() }) });
const v = Object.getPrototypeOf(p).t;
await tool("ask_human", { question: "two?" });
return String(v);
