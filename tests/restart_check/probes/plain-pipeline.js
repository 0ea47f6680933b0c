// Functions in a row.
const pipe = (...fs) => (x) => fs.reduce((v, f) => f(v), x);
const l = await tool("list_issues", {}); const go = pipe((xs) => xs.filter((x) => x.comments > 1), (xs) => xs.map((x) => x.id));
for (const id of go(l)) { const a = await tool("ask_human", { question: `Close ${id}?` }); if (a === "yes") await tool("close_issue", { id }); }
