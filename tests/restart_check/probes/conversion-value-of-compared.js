// valueOf in a comparison.
const o = { valueOf() { return new Date().getUTCHours(); } };
const late = o >= 17;
await tool("ask_human", { question: "two?" });
return late ? "late" : "early";
