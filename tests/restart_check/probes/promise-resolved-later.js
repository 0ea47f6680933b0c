// A promise that is resolved later.
let go; const p = new Promise((r) => { go = r; });
go(Date.now());
await tool("ask_human", { question: "two?" });
return String(await p);
