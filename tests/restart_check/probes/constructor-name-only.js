// Only the name of the class is used.
const d = new Date(0);
const n = d.constructor.name;
await tool("ask_human", { question: "two?" });
return n;
