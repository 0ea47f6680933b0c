// What was not closed is escalated, each once.
const issues = tool("list_issues", {});
const open = [];
for (const issue of issues) {
  if (tool("ask_human", { question: `Close ${issue.id}?` }) === "yes") tool("close_issue", { id: issue.id });
  else open.push(issue);
}
for (const { id } of open) tool("escalate_issue", { id, reason: "not closed" });
return `${open.length} escalated`;
