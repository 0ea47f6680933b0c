async function main() {
  const deadline = new Date(new Date().getTime() + 2 * 3600 * 1000);
  const queue = await tool("list_issues", {});
  const closed = [], kept = [], escalated = [];

  // Phase 1: ask while there is time
  while (queue.length && new Date() < deadline) {
    const issue = queue.shift();
    const answer = await tool("ask_human", {
      question: `Should "${issue.title}" (#${issue.id}) by ${issue.author} be closed?`,
    });
    if (answer.toLowerCase().trim() === "yes") {
      await tool("close_issue", { id: issue.id });
      closed.push(issue.id);
    } else {
      kept.push(issue.id);
    }
  }

  // Phase 2: escalate the rest
  while (queue.length) {
    const issue = queue.shift();
    await tool("escalate_issue", { id: issue.id, reason: "Not reviewed within two hours" });
    escalated.push(issue.id);
  }

  const fmt = (ids) => (ids.length ? ids.map((id) => "#" + id).join(", ") : "none");
  return `Closed: ${fmt(closed)}\nKept open: ${fmt(kept)}\nEscalated: ${fmt(escalated)}`;
}

return await main();
