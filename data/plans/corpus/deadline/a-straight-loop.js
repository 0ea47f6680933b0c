const start = Date.now();
const LIMIT = 2 * 60 * 60 * 1000;

const issues = await tool("list_issues", {});
const closed = [], kept = [], escalated = [];

for (const issue of issues) {
  if (Date.now() - start >= LIMIT) {
    await tool("escalate_issue", { id: issue.id, reason: "Not reviewed within two hours" });
    escalated.push(issue.id);
    continue;
  }
  const answer = await tool("ask_human", { question: `Should issue #${issue.id} (${issue.title}) be closed?` });
  if (answer === "yes") {
    await tool("close_issue", { id: issue.id });
    closed.push(issue.id);
  } else {
    kept.push(issue.id);
  }
}

return `Closed: ${closed.join(", ") || "none"}\nKept open: ${kept.join(", ") || "none"}\nEscalated: ${escalated.join(", ") || "none"}`;
