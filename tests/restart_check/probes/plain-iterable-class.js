// A class with the iterator of its list.
class Q { #a = []; add(x) { this.#a.push(x); return this; } [Symbol.iterator]() { return this.#a[Symbol.iterator](); } get size() { return this.#a.length; } }
const q = new Q(); for (const i of await tool("list_issues", {})) q.add(i.id);
for (const id of q) await tool("ask_human", { question: `Close ${id}?` });
return String(q.size);
