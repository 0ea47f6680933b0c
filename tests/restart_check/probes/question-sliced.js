// The same question, cut out.
await tool("ask_human", { question: "go?x".slice(0, 3) });
await tool("ask_human", { question: "go?" });
