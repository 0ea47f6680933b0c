// The hour decides how deep a recursion goes.
const f = (h) => (h <= 0 ? 0 : 1 + f(h - 1)); const n = f(new Date().getUTCHours());
await tool("ask_human", { question: "go?" });
return String(n);
