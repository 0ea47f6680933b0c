// An object with `then` in Promise.resolve.
const o = { then(ok) { ok(Date.now()); } };
const t = await Promise.resolve(o);
await tool("ask_human", { question: "two?" });
return String(t);
