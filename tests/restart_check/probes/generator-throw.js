// `throw` gives a reading to the generator.
function* g() { try { yield 1; } catch (e) { yield e.t; } }
const it = g(); it.next(); const v = it.throw({ t: Date.now() }).value;
await tool("ask_human", { question: "two?" });
return String(v);
