// An iterator with `next`.
const o = { [Symbol.iterator]() { let i = 0; return { next() { return i++ ? { done: true, value: undefined } : { done: false, value: Date.now() }; } }; } };
const [t] = o;
await tool("ask_human", { question: "two?" });
return String(t);
