// An iterator that asks, gone through twice.
const o = { *[Symbol.iterator]() { tool("ask_human", { question: "same?" }); yield 1; } };
const [a] = o; const [b] = o;
return String(a + b);
