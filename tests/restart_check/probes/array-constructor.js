// An array by its constructor.
const a = new Array(Date.now(), 2);
await tool("ask_human", { question: "two?" });
return String(a);
