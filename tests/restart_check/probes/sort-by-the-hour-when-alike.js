// The hour decides where two issues are alike.
const issues = await tool("list_issues", {});
issues.sort((a, b) => a.comments - b.comments || new Date().getUTCHours());
for (const i of issues) await tool("ask_human", { question: `close ${i.id}?` });
