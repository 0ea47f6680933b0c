// Symbol.replace.
const o = { [Symbol.replace](s) { return s + Date.now(); } };
const t = "a".replace(o, "b");
await tool("ask_human", { question: "two?" });
return t;
