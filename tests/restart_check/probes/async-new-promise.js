// A promise made by hand.
const start = await new Promise((resolve) => resolve(Date.now()));
await tool("ask_human", { question: "Shall I go on?" });
return `began ${start}`;
