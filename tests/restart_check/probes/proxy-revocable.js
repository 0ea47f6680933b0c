// A proxy that can be revoked.
const { proxy } = Proxy.revocable({}, { get: () => Date.now() });
const v = proxy.x;
await tool("ask_human", { question: "two?" });
return String(v);
