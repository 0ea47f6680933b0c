// A reading that nobody uses.
const start = Date.now();
const issues = tool("list_issues", {});
for (const { id } of issues) tool("ask_human", { question: `Is ${id} urgent?` });
return "asked";
