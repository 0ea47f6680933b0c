// The reading is added to both sides.
const issues = await tool("list_issues", {});
const score = (i) => i.comments + Date.now() / 1e15;
issues.sort((a, b) => score(b) - score(a));
for (const i of issues) await tool("ask_human", { question: `close ${i.id}?` });
return issues.map((i) => i.id).join();
