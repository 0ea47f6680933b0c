// An object with `then` is waited for.
const o = { then(ok) { ok(Date.now()); } };
const t = await o;
await tool("ask_human", { question: "two?" });
return String(t);
