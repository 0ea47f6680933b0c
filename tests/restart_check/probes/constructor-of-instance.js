// The class is reached through an instance.
const t = new (new Date(0).constructor)();
await tool("ask_human", { question: "go?" });
await tool("log", { message: t.toISOString() });
