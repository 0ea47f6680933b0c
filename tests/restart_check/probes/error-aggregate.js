// What is in an AggregateError.
const e = new AggregateError([Date.now()], "m");
await tool("ask_human", { question: "two?" });
return String(e.errors[0]);
