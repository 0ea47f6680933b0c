// Errors are counted.
const l = await tool("list_issues", {}); let failed = 0;
for (const i of l) { try { const a = await tool("ask_human", { question: `Close ${i.id}?` }); if (a === "yes") await tool("close_issue", { id: i.id }); } catch (e) { failed++; } finally { await tool("log", { message: `seen ${i.id}` }); } }
return `failed ${failed}`;
