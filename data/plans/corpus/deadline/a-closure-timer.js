const REVIEW_HOURS = 2;

// Returns a function that tells whether the given number of hours has passed since it was made.
const countdown = (hours) => {
  const end = Date.now() + hours * 3_600_000;
  return () => Date.now() >= end;
};

const timeIsUp = countdown(REVIEW_HOURS);

async function decide(issue) {
  if (timeIsUp()) {
    await tool("escalate_issue", {
      id: issue.id,
      reason: `No decision within ${REVIEW_HOURS} hours of starting the review.`,
    });
    return "escalated";
  }

  const answer = await tool("ask_human", {
    question: `#${issue.id} ${issue.title}\nLabels: ${issue.labels.join(", ") || "none"}\nShould this be closed?`,
  });
  if (answer.trim().toLowerCase() !== "yes") return "kept open";

  await tool("close_issue", { id: issue.id });
  return "closed";
}

const lines = [];
const counts = {};

for (const issue of await tool("list_issues", {})) {
  const outcome = await decide(issue);
  counts[outcome] = (counts[outcome] ?? 0) + 1;
  lines.push(`- #${issue.id} ${issue.title}: ${outcome}`);
}

const headline = Object.entries(counts)
  .map(([outcome, n]) => `${n} ${outcome}`)
  .join(", ");

return lines.length ? `${headline}\n${lines.join("\n")}` : "No open issues.";
