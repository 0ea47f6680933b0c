// The hour ends a generator.
function* g() { yield 1; if (new Date().getUTCHours() >= 17) return; yield 2; }
const n = [...g()].length;
await tool("ask_human", { question: "go?" });
return String(n);
