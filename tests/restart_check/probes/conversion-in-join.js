// toString of the items of an array.
const o = { toString() { return "t" + Date.now(); } };
const t = [o, o].join("-");
await tool("ask_human", { question: "two?" });
return t;
