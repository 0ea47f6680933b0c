// Symbol.isConcatSpreadable.
const o = { length: 1, get 0() { return Date.now(); }, [Symbol.isConcatSpreadable]: true };
const t = [].concat(o);
await tool("ask_human", { question: "two?" });
return String(t);
