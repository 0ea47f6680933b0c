// Reflect.defineProperty.
const o = {};
Reflect.defineProperty(o, "t", { get: () => Date.now() });
const v = o.t;
await tool("ask_human", { question: "two?" });
return String(v);
