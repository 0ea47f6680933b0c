// `return` runs what is in `finally`.
function* g() { try { yield 1; } finally { tool("log", { message: String(Date.now()) }); } }
const it = g(); it.next(); it.return(5);
await tool("ask_human", { question: "two?" });
