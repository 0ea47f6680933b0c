// Two loops over the same issues, other words.
const issues = tool("list_issues", {});
for (const { id } of issues) tool("ask_human", { question: `Is ${id} urgent?` });
for (const { id } of issues) tool("ask_human", { question: `Is ${id} easy?` });
return "done";
