// The list is read again before the first closing: nothing has changed it.
const answers = tool("list_issues", {}).map(({ id }) => [id, tool("ask_human", { question: `Close ${id}?` })]);
const open = new Set(tool("list_issues", {}).map(({ id }) => id));
for (const [id, answer] of answers) if (answer === "yes" && open.has(id)) tool("close_issue", { id });
return "done";
