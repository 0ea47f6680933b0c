// `next` gives a reading to the generator.
function* g() { const x = yield 1; yield x; }
const it = g(); it.next(); const v = it.next(Date.now()).value;
await tool("ask_human", { question: "two?" });
return String(v);
