const issues = await tool("list_issues", {});

// 1. Collect approvals.
const approved = [];
const refused = [];
for (const issue of issues) {
  const labels = issue.labels.length ? ` [${issue.labels.join(", ")}]` : "";
  const answer = await tool("ask_human", {
    question: `Should we close #${issue.id}${labels} "${issue.title}"?`,
  });
  (answer.trim().toLowerCase() === "yes" ? approved : refused).push(issue);
}

// 2. Act on them: directly during the day, otherwise tomorrow morning.
const done = [];
for (const issue of approved) {
  const hour = new Date().getUTCHours();
  const duringBusinessHours = 9 <= hour && hour < 17;
  const result = duringBusinessHours
    ? await tool("close_issue", { id: issue.id })
    : await tool("schedule_close", { id: issue.id });
  done.push({ ...issue, ...result });
}

// 3. Report.
const closed = done.filter((d) => d.state === "closed");
const scheduled = done.filter((d) => d.state === "scheduled");

return [
  `Of ${issues.length} open issues, ${approved.length} were approved for closing.`,
  closed.length && `Closed: ${closed.map((d) => `#${d.id}`).join(", ")}`,
  scheduled.length && `Scheduled: ${scheduled.map((d) => `#${d.id} (${d.at})`).join(", ")}`,
  refused.length && `Kept open: ${refused.map((d) => `#${d.id}`).join(", ")}`,
].filter(Boolean).join("\n");
