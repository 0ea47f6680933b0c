// The largest of the numbers is one of them.
const l = await tool("list_issues", {}); const ids = l.map((i) => i.id); const max = Math.max(...ids);
await tool("log", { message: `a ${max}` }); for (const i of l) await tool("log", { message: `a ${i.id}` });
