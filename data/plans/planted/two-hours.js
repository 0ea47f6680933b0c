const LIMIT = 2 * 60 * 60 * 1000;
const began = Date.now();
let closed = 0;
let handedOn = 0;

for (const issue of tool("list_issues", {})) {
  if (Date.now() - began > LIMIT) {
    tool("escalate_issue", { id: issue.id });
    handedOn += 1;
    continue;
  }
  const answer = tool("ask_human", { question: `Close #${issue.id} "${issue.title}"?` });
  if (answer === "yes") {
    tool("close_issue", { id: issue.id });
    closed += 1;
  }
}

return `closed ${closed}, escalated ${handedOn}`;
