// A proxy of Date.
const P = new Proxy(Date, {});
const t = new P();
await tool("ask_human", { question: "two?" });
return t.toISOString();
