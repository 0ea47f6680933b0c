// A Set of what a generator gives.
function* g() { yield Date.now(); }
const m = new Set(g());
await tool("ask_human", { question: "two?" });
return [...m].join();
