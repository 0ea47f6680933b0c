// An iterator that gives what is known.
const o = { *[Symbol.iterator]() { yield 1; yield 2; } };
const r = [];
for (const x of o) { tool("ask_human", { question: `n ${x}?` }); r.push(x); }
return String(r);
