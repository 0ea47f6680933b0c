const now = () => new Date().getTime();
const DEADLINE = now() + 2 * 60 * 60 * 1000;
const MAX_TRIES = 2;

const normalise = (answer) => answer.trim().toLowerCase();

/**
 * Asks about an issue, and asks again when the answer is neither yes nor no.
 * Gives "yes", "no", or "none" when no clear answer came in time.
 */
async function getVerdict(issue) {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    if (now() >= DEADLINE) break;
    const question = tries === 0
      ? `Should issue #${issue.id} "${issue.title}" be closed?`
      : `Please answer yes or no: should issue #${issue.id} be closed?`;
    const answer = normalise(await tool("ask_human", { question }));
    if (answer === "yes" || answer === "no") return answer;
  }
  return "none";
}

const summary = [];
const pending = [];

for (const issue of await tool("list_issues", {})) {
  const verdict = await getVerdict(issue);
  switch (verdict) {
    case "yes":
      await tool("close_issue", { id: issue.id });
      summary.push(`#${issue.id} ${issue.title}: closed`);
      break;
    case "no":
      summary.push(`#${issue.id} ${issue.title}: stays open`);
      break;
    default:
      pending.push(issue);
  }
}

for (const issue of pending) {
  const reason = "No clear decision from the maintainer within two hours.";
  await tool("escalate_issue", { id: issue.id, reason });
  summary.push(`#${issue.id} ${issue.title}: escalated`);
}

return summary.length > 0 ? summary.join("\n") : "There were no open issues.";
