// Arguments that are changed between two calls.
const a = { question: "one?" };
await tool("ask_human", a);
a.question = "two?";
await tool("ask_human", a);
