// performance.timeOrigin.
const v = performance.timeOrigin;
await tool("ask_human", { question: "two?" });
return String(v);
