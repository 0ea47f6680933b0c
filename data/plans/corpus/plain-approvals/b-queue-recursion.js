/**
 * Walks the queue one issue at a time.
 * @param {Array} queue    issues still to be asked about
 * @param {Object} tally   ids closed and kept so far
 */
async function processQueue([issue, ...rest], tally = { closed: [], kept: [] }) {
  if (!issue) return tally;

  const answer = await tool("ask_human", {
    question: `Do you want to close issue #${issue.id}, "${issue.title}"? It has ${issue.comments} comment(s).`,
  });

  if (answer.toLowerCase().startsWith("y")) {
    await tool("close_issue", { id: issue.id, comment: "Approved for closing by the maintainer." });
    return processQueue(rest, { ...tally, closed: [...tally.closed, issue.id] });
  }
  return processQueue(rest, { ...tally, kept: [...tally.kept, issue.id] });
}

const open = await tool("list_issues", {});
const { closed, kept } = await processQueue(open);

return `Of ${open.length} open issues, ${closed.length} were closed (${closed.join(", ") || "-"}) ` +
  `and ${kept.length} stay open (${kept.join(", ") || "-"}).`;
