const review = Math.random().toString(36).slice(2, 8);
tool("log", { message: `review ${review}` });
let closed = 0;
for (const issue of tool("list_issues", {})) {
  if (tool("ask_human", { question: `Close ${issue.id} "${issue.title}"?` }) === "yes") {
    tool("close_issue", { id: issue.id });
    closed += 1;
  }
}
return `${closed} closed`;
