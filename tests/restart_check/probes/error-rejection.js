// A rejection is handed over.
let v;
await Promise.reject(Date.now()).catch((e) => { v = e; });
await tool("ask_human", { question: "two?" });
return String(v);
