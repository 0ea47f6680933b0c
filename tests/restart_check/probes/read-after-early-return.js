// Read only where no question follows on the way.
const issues = tool("list_issues", {});
if (issues.length > 100) return `too many at ${Date.now()}`;
for (const { id } of issues) tool("ask_human", { question: `Is ${id} urgent?` });
return "asked";
