// What `map` makes is of the class.
class A extends Array { constructor(...x) { super(...x); this.t = Date.now(); } }
const a = A.from([1]).map((x) => x);
const t = a.t;
await tool("ask_human", { question: "two?" });
return String(t);
