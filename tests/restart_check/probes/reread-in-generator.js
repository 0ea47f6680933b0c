// A generator reads the list again.
async function* lists() { while (true) yield await tool("list_issues", {}); }
let n = 0; for await (const l of lists()) { if (!l.length || n++ > 2) break; await tool("ask_human", { question: `c ${l[0].id} ${n}?` }); await tool("close_issue", { id: l[0].id }); }
return String(n);
