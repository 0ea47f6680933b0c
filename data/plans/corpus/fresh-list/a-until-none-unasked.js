// Each round takes a fresh list and asks about the first issue not yet asked about,
// so issues opened during the wait are covered too.
const asked = new Set();
const closed = [];
const vanished = [];

while (true) {
  const current = await tool("list_issues", {});
  const issue = current.find((i) => !asked.has(i.id));
  if (!issue) break;
  asked.add(issue.id);

  const answer = await tool("ask_human", {
    question: `Close #${issue.id} "${issue.title}" (by ${issue.author}, ${issue.comments} comments)?`,
  });
  if (answer.trim().toLowerCase() !== "yes") continue;

  const fresh = await tool("list_issues", {});
  if (!fresh.some((i) => i.id === issue.id)) {
    vanished.push(issue);
    continue;
  }

  await tool("close_issue", { id: issue.id });
  closed.push(issue);
}

const stillOpen = await tool("list_issues", {});
const format = (issues) => issues.map((i) => `#${i.id} (${i.title})`).join(", ") || "none";

return (
  `Asked about ${asked.size} issues. ` +
  `Closed: ${format(closed)}. ` +
  (vanished.length ? `Approved, but already closed in the meantime: ${format(vanished)}. ` : "") +
  `Still open: ${format(stillOpen)}.`
);
