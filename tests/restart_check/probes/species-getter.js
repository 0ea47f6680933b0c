// Symbol.species is a getter.
class A extends Array { static get [Symbol.species]() { tool("log", { message: String(Date.now()) }); return Array; } }
const a = new A(1, 2, 3); a.map((x) => x);
await tool("ask_human", { question: "two?" });
