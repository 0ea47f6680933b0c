// An object that is its own iterator.
const o = { i: 0, [Symbol.iterator]() { return this; }, next() { return this.i++ ? { done: true } : { value: Date.now() }; } };
const out = [...o];
await tool("ask_human", { question: "two?" });
return String(out);
