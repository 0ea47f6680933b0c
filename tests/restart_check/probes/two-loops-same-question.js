// Two loops over the same issues, the same words.
const issues = tool("list_issues", {});
for (const { id } of issues) tool("ask_human", { question: `Is ${id} urgent?` });
for (const { id } of issues) tool("ask_human", { question: `Is ${id} urgent?` });
return "done";
