// What a generator returns is the value of `yield*`.
function* inner() { yield 1; return Date.now(); }
function* g() { const t = yield* inner(); yield t; }
const r = [...g()];
await tool("ask_human", { question: "two?" });
return String(r);
