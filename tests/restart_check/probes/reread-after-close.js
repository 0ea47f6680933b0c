// The list read again after a closing.
const issues = tool("list_issues", {});
for (const { id } of issues) {
  if (tool("ask_human", { question: `Close ${id}?` }) === "yes") tool("close_issue", { id });
}
return `${tool("list_issues", {}).length} left`;
