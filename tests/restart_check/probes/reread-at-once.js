// The list read twice before anything happens.
const count = tool("list_issues", {}).length;
const issues = tool("list_issues", {});
for (const { id } of issues) {
  if (tool("ask_human", { question: `Close ${id}?` }) === "yes") tool("close_issue", { id });
}
return `${count} issues`;
