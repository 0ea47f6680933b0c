// __defineGetter__.
const o = {};
o.__defineGetter__("t", () => Date.now());
const v = o.t;
await tool("ask_human", { question: "two?" });
return String(v);
