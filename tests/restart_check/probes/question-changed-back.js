// Arguments that are changed and changed back.
const a = { question: "one?" };
await tool("ask_human", a);
a.question = "two?"; a.question = "one?";
await tool("ask_human", a);
