// A plain comparator.
const issues = tool("list_issues", {}).sort((a, b) => b.comments - a.comments);
for (const { id } of issues) tool("ask_human", { question: `Is ${id} urgent?` });
return issues.map(({ id }) => id).join();
