// Promise.withResolvers.
const { promise, resolve } = Promise.withResolvers();
resolve(Date.now());
await tool("ask_human", { question: "two?" });
return String(await promise);
