/**
 * Ask about each open issue, close what the maintainer approves,
 * and report every outcome, including the calls that failed.
 */
const CLOSE_COMMENT = "Closed after review by the maintainer.";

const results = { closed: [], kept: [], failed: [] };

/** Builds the yes/no question for one issue. */
function questionFor({ id, title, author, comments }) {
  return `Should issue #${id} "${title}" (by ${author}, ${comments} comments) be closed? (yes/no)`;
}

/** Records a failure with a readable reason. */
function fail(issue, step, error) {
  const reason = error && error.message ? error.message : String(error);
  results.failed.push({ id: issue.id, step, reason });
}

async function askAbout(issue) {
  try {
    return await tool("ask_human", { question: questionFor(issue) });
  } catch (error) {
    fail(issue, "ask", error);
    return null;
  }
}

async function closeApproved(issue) {
  try {
    await tool("close_issue", { id: issue.id, comment: CLOSE_COMMENT });
    results.closed.push(issue.id);
  } catch (error) {
    fail(issue, "close", error);
  }
}

async function handle(issue) {
  const answer = await askAbout(issue);
  if (answer === null) return;
  if (answer.trim().toLowerCase() !== "yes") {
    results.kept.push(issue.id);
    return;
  }
  await closeApproved(issue);
}

const issues = await tool("list_issues", {});
if (issues.length === 0) return "There are no open issues.";

for (const issue of issues) {
  await handle(issue);
}

const ids = (list) => (list.length ? list.map((id) => `#${id}`).join(", ") : "none");

return [
  `Reviewed ${issues.length} open issue(s).`,
  `Closed: ${ids(results.closed)}`,
  `Kept open: ${ids(results.kept)}`,
  ...results.failed.map((f) => `Failed to ${f.step} #${f.id}: ${f.reason}`),
].join("\n");
