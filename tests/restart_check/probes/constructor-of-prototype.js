// The class is reached through the prototype.
const d = new Date(0);
const t = Object.getPrototypeOf(d).constructor.now();
await tool("ask_human", { question: "go?" });
return String(t);
