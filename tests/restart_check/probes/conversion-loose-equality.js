// valueOf in a loose comparison.
const o = { valueOf() { return new Date().getUTCHours(); } };
const late = o == 16;
await tool("ask_human", { question: "two?" });
return late ? "late" : "early";
