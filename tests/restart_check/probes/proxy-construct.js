// A proxy that makes something else.
const P = new Proxy(class { constructor() { this.t = 1; } }, { construct: () => ({ t: Date.now() }) });
const t = new P().t;
await tool("ask_human", { question: "two?" });
return String(t);
