// A loop over an iterator with `next`.
const o = { [Symbol.iterator]() { let i = 0; return { next: () => i++ ? { done: true } : { value: Date.now() } }; } };
const out = [];
for (const t of o) out.push(t);
await tool("ask_human", { question: "two?" });
return String(out);
