// An executor that rejects.
const p = new Promise((ok, no) => no(Date.now()));
const v = await p.catch((e) => e);
await tool("ask_human", { question: "two?" });
return String(v);
