// A proxy that tells its keys.
const p = new Proxy({}, { ownKeys: () => ["k" + Date.now()], getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true, value: 1 }) });
const t = Object.keys(p).join();
await tool("ask_human", { question: "two?" });
return t;
