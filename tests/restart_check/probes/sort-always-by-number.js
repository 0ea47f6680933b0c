// The reading decides nothing, since it is the same on both sides of zero.
const issues = await tool("list_issues", {});
issues.sort((a, b) => (Date.now() > 0 ? a.id - b.id : b.id - a.id));
for (const i of issues) await tool("ask_human", { question: `close ${i.id}?` });
return issues.map((i) => i.id).join();
