// A rejection is handed over later.
const f = async () => { throw new Error("t" + Date.now()); };
const p = f();
let v; await p.catch((e) => { v = e.message; });
await tool("ask_human", { question: "two?" });
return v;
