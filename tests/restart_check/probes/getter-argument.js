// A getter in the arguments of a call.
await tool("ask_human", { question: "one?" });
await tool("log", { get message() { return String(Date.now()); } });
await tool("ask_human", { question: "two?" });
