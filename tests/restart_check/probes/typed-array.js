// A typed array of readings.
const a = new Float64Array([Date.now()]);
await tool("ask_human", { question: "two?" });
return String(a[0]);
