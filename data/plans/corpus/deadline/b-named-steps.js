const TWO_HOURS_MS = 2 * 60 * 60 * 1000;
const startedAt = Date.now();

const timeIsUp = () => Date.now() - startedAt >= TWO_HOURS_MS;

/** @returns {Promise<boolean>} whether the maintainer approved closing */
async function isApproved(issue) {
  const answer = await tool("ask_human", {
    question: `Should issue #${issue.id} ("${issue.title}") be closed?`,
  });
  return answer.trim().toLowerCase() === "yes";
}

const issues = await tool("list_issues", {});
const report = { closed: [], kept: [], escalated: [] };

for (const issue of issues) {
  if (timeIsUp()) {
    await tool("escalate_issue", {
      id: issue.id,
      reason: "The two hours for asking the maintainer had passed.",
    });
    report.escalated.push(issue.id);
    continue;
  }

  if (await isApproved(issue)) {
    await tool("close_issue", { id: issue.id });
    report.closed.push(issue.id);
  } else {
    report.kept.push(issue.id);
  }
}

return Object.entries(report)
  .map(([group, ids]) => `${group}: ${ids.length ? ids.map((id) => "#" + id).join(", ") : "none"}`)
  .join("\n");
