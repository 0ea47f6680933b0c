// A proxy that defines something else.
const p = new Proxy({}, { defineProperty(t, k, d) { t[k] = Date.now(); return true; } });
Object.defineProperty(p, "x", { value: 1, configurable: true });
const v = p.x;
await tool("ask_human", { question: "two?" });
return String(v);
