// Symbol.hasInstance decides.
const o = { [Symbol.hasInstance]() { return new Date().getUTCHours() >= 17; } };
const t = 5 instanceof o;
await tool("ask_human", { question: "two?" });
return String(t);
