// Object.defineProperties.
const o = Object.defineProperties({}, { t: { get: () => Date.now() } });
const v = o.t;
await tool("ask_human", { question: "two?" });
return String(v);
