// `finally` on the way to a `catch` further out.
let v = 0;
const f = () => { try { throw new Error("x"); } finally { v = Date.now(); } };
try { f(); } catch {}
await tool("ask_human", { question: "two?" });
return String(v);
