// A draw in a comparator decides the order.
const issues = tool("list_issues", {}).sort(() => Math.random() - 0.5);
for (const { id } of issues) tool("ask_human", { question: `Is ${id} urgent?` });
return "done";
