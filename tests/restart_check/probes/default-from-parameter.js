// A default that calls another parameter.
const f = (a, b = a()) => b;
const v = f(Date.now);
await tool("ask_human", { question: "two?" });
return String(v);
