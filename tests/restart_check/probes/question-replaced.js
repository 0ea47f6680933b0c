// The same question, put together by `replace`.
await tool("ask_human", { question: "go!".replace("!", "?") });
await tool("ask_human", { question: "go?" });
