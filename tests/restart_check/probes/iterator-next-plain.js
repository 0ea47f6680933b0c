// An iterator with `next` that counts.
const o = { [Symbol.iterator]() { let i = 0; return { next: () => ({ done: i >= 2, value: i++ }) }; } };
let n = 0;
for (const x of o) { n += x; }
tool("ask_human", { question: "go?" });
return String(n);
