// The name of the clock is looked for.
const t = globalThis[Object.getOwnPropertyNames(globalThis).find((n) => n === "Date")].now();
await tool("ask_human", { question: "two?" });
return String(t);
