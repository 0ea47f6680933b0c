// Promise.race and allSettled.
const settled = await Promise.allSettled([Promise.resolve(Date.now()), Promise.resolve("x")]);
await tool("ask_human", { question: "Shall I go on?" });
return `${settled[0].value}`;
