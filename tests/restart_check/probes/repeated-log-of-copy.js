// A copy by JSON has the same number.
const l = await tool("list_issues", {}); const c = JSON.parse(JSON.stringify(l));
await tool("log", { message: `a ${c[0].id}` }); await tool("log", { message: `a ${l[0].id}` });
