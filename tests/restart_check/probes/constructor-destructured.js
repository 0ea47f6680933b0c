// The class is taken out of an instance by a pattern.
const { constructor: C } = new Date(0);
const t = new C();
await tool("ask_human", { question: "go?" });
return t.toISOString();
