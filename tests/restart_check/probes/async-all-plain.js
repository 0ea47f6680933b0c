// Promise.all with one part unused.
const [, b] = await Promise.all([(async () => Date.now())(), Promise.resolve(1)]);
await tool("ask_human", { question: "Shall I go on?" });
return `${b}`;
