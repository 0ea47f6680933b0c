const issues = await tool("list_issues", {});
const closed = [];
const kept = [];

for (const issue of issues) {
  const answer = await tool("ask_human", { question: `Close issue #${issue.id} "${issue.title}"?` });
  if (answer === "yes") {
    await tool("close_issue", { id: issue.id });
    closed.push(issue.id);
  } else {
    kept.push(issue.id);
  }
}

return `Closed ${closed.length} of ${issues.length} issues: ${closed.map((id) => "#" + id).join(", ") || "none"}. Kept open: ${kept.map((id) => "#" + id).join(", ") || "none"}.`;
