// The class is reached through `__proto__`.
const d = new Date(0);
const t = d.__proto__.constructor.now();
await tool("ask_human", { question: "go?" });
return String(t);
