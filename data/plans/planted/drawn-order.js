const issues = tool("list_issues", {});
for (let i = issues.length - 1; i > 0; i--) {
  const j = Math.floor(Math.random() * (i + 1));
  [issues[i], issues[j]] = [issues[j], issues[i]];
}

const closed = [];
for (const issue of issues) {
  if (tool("ask_human", { question: `Close #${issue.id}: ${issue.title}?` }) === "yes") {
    tool("close_issue", { id: issue.id });
    closed.push(issue.id);
  }
}
return `in this order: ${closed.join(", ")}`;
