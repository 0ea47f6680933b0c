// A replacer.
const v = JSON.stringify({ a: 1 }, (k, x) => (k === "a" ? Date.now() : x));
await tool("ask_human", { question: "two?" });
return v;
