// The issue with most comments, found twice.
const l = await tool("list_issues", {}); const top = l.reduce((a, b) => (b.comments > a.comments ? b : a));
await tool("log", { message: `a ${top.id}` }); const s = [...l].sort((a, b) => b.comments - a.comments)[0]; await tool("log", { message: `a ${s.id}` });
