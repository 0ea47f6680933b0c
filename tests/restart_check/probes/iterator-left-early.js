// What an iterator does when it is left.
const o = { [Symbol.iterator]() { return { next: () => ({ value: 1 }), return() { tool("log", { message: String(Date.now()) }); return {}; } }; } };
const [x] = o;
tool("ask_human", { question: "go?" });
return String(x);
