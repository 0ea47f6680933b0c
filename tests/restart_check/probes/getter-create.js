// Object.create with descriptors.
const o = Object.create({}, { t: { get: () => Date.now() } });
const v = o.t;
await tool("ask_human", { question: "two?" });
return String(v);
