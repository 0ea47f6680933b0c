const queue = tool("list_issues", {});
const until = new Date();
until.setUTCHours(until.getUTCHours() + 2);

const closed = [];
while (queue.length > 0 && new Date() < until) {
  const issue = queue.shift();
  if (tool("ask_human", { question: `May issue ${issue.id} be closed? ${issue.title}` }) === "yes") {
    tool("close_issue", { id: issue.id, comment: "approved" });
    closed.push(issue.id);
  }
}
queue.forEach((issue) => tool("escalate_issue", { id: issue.id, reason: "no time left to ask" }));

return `Closed ${closed.join(", ") || "nothing"}; escalated ${queue.length}.`;
