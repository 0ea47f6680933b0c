// A getter that puts a value in its place.
const o = { get t() { const v = Date.now(); Object.defineProperty(this, "t", { value: v }); return v; } };
o.t;
await tool("ask_human", { question: "go?" });
return String(o.t);
