// A field that is undefined is no part of a key.
await tool("ask_human", { question: "go?", x: undefined });
await tool("ask_human", { question: "go?" });
