// A queue that is only emptied.
const queue = [...tool("list_issues", {})];
while (queue.length > 0) {
  const issue = queue.shift();
  if (tool("ask_human", { question: `Close ${issue.id}?` }) === "yes") tool("close_issue", { id: issue.id });
}
return "done";
