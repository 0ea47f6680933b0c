// What is disposed of at the end of a block, in TypeScript.
{ using r = { [Symbol.dispose]() { tool("log", { message: String(Date.now()) }); } }; }
await tool("ask_human", { question: "go?" });
