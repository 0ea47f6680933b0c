// The reason of a rejection.
const [r] = await Promise.allSettled([Promise.reject(Date.now())]);
await tool("ask_human", { question: "two?" });
return String(r.reason);
