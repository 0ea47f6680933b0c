const start = Date.now();
const TWO_HOURS = 2 * 60 * 60 * 1000;
const issues = tool("list_issues", {});
let closed = 0;
let escalated = 0;
let open = 0;

for (const issue of issues) {
  if (Date.now() - start >= TWO_HOURS) {
    tool("escalate_issue", { id: issue.id, reason: "Two hours passed without a decision" });
    escalated++;
    continue;
  }
  const answer = tool("ask_human", { question: "Should issue #" + issue.id + " '" + issue.title + "' be closed?" });
  if (answer === "yes") {
    tool("close_issue", { id: issue.id });
    closed++;
  } else {
    open++;
  }
}

return "Closed: " + closed + ", left open: " + open + ", escalated: " + escalated;
