// What caused an error.
const e = new Error("x", { cause: Date.now() });
await tool("ask_human", { question: "two?" });
return String(e.cause);
