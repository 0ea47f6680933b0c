// The same question by a getter.
await tool("ask_human", { get question() { return "same?"; } });
await tool("ask_human", { get question() { return "same?"; } });
