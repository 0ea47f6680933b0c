// The list read again, and not used.
const issues = tool("list_issues", {});
for (const { id } of issues) {
  if (tool("ask_human", { question: `Close ${id}?` }) === "yes") tool("close_issue", { id });
}
tool("list_issues", {});
return "done";
