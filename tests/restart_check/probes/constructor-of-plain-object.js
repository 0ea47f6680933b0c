// A plain object's class is Object.
const o = {}; const p = new o.constructor();
p.x = 1;
await tool("ask_human", { question: "two?" });
return String(p.x);
