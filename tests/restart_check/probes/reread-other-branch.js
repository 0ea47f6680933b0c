// Two readings, of which only one comes.
const few = tool("ask_human", { question: "Shall I go on?" }) === "yes";
const issues = few ? tool("list_issues", {}).slice(0, 2) : tool("list_issues", {});
for (const { id } of issues) {
  if (tool("ask_human", { question: `Close ${id}?` }) === "yes") tool("close_issue", { id });
}
return `${issues.length} issues`;
