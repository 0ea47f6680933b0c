// `Function` is reached through a function.
const f = (() => 1).constructor("return Date.now()");
const t = f();
await tool("ask_human", { question: "two?" });
return String(t);
