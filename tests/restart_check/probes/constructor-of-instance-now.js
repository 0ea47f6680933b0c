// A static method is reached through an instance.
const t = (new Date(0)).constructor.now();
await tool("ask_human", { question: "go?" });
return String(t);
