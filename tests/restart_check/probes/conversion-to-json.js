// toJSON of something inside.
const o = { toJSON() { return Date.now(); } };
const t = JSON.stringify({ o });
await tool("ask_human", { question: "two?" });
return t;
