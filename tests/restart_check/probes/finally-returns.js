// `finally` returns something else.
const f = () => { try { return 1; } finally { return Date.now(); } };
const v = f();
await tool("ask_human", { question: "two?" });
return String(v);
