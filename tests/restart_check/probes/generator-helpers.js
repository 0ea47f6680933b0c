// Methods of iterators.
function* g() { yield Date.now(); }
const v = g().map((x) => x + 1).toArray();
await tool("ask_human", { question: "two?" });
return String(v);
