/**
 * Works in rounds: each round takes the issues that are open now and were
 * not in an earlier round. Ends when a round has nothing new.
 */
const openIssues = async () => Object.freeze(await tool("list_issues", {}));

const runRounds = async (handled = [], round = 1) => {
  const known = new Set(handled.map(({ id }) => id));
  const batch = (await openIssues()).filter(({ id }) => !known.has(id));
  if (batch.length === 0) return handled;

  const outcomes = [];
  for (const issue of batch) {
    outcomes.push({ id: issue.id, title: issue.title, round, outcome: await handle(issue) });
  }
  return runRounds([...handled, ...outcomes], round + 1);
};

async function handle({ id }) {
  const before = (await openIssues()).find((issue) => issue.id === id);
  if (!before) return "was closed before the question";

  const answer = await tool("ask_human", { question: `Close #${id}, "${before.title}"?` });
  if (answer !== "yes") return "not approved";

  const after = (await openIssues()).find((issue) => issue.id === id);
  if (!after) return "approved, but closed in the meantime";

  await tool("close_issue", { id });
  return "closed";
}

const handled = await runRounds();
const remaining = await openIssues();

const lines = handled.map(({ id, title, round, outcome }) => `[round ${round}] #${id} ${title}: ${outcome}`);
const tail = remaining.length === 0
  ? "Nothing is open any more."
  : `Still open: ${remaining.map(({ id, title }) => `#${id} ${title}`).join("; ")}`;

return lines.concat(tail).join("\n");
