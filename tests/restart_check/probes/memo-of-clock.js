// A remembered reading.
const memo = (f) => { const c = {}; return (k) => (k in c ? c[k] : (c[k] = f(k))); };
const at = memo(() => Date.now()); at("a");
await tool("ask_human", { question: "go?" });
return String(at("a"));
