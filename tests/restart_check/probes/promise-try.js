// Promise.try.
const v = await Promise.try(() => Date.now());
await tool("ask_human", { question: "two?" });
return String(v);
