/** Current open issues, keyed by id. */
async function fetchOpen() {
  const issues = await tool("list_issues", {});
  return new Map(issues.map((issue) => [issue.id, issue]));
}

/** The first open issue nobody has been asked about yet. */
async function nextUnasked(asked) {
  const open = await fetchOpen();
  return [...open.values()].find(({ id }) => !asked.has(id));
}

const asked = new Set();
const closed = [];
const declined = [];
const gone = [];

for (let issue = await nextUnasked(asked); issue; issue = await nextUnasked(asked)) {
  asked.add(issue.id);

  const answer = await tool("ask_human", {
    question: `Should issue #${issue.id} "${issue.title}" be closed?`,
  });
  if (answer !== "yes") {
    declined.push(issue.id);
    continue;
  }

  const open = await fetchOpen();
  if (!open.has(issue.id)) {
    gone.push(issue.id);
    continue;
  }

  await tool("close_issue", { id: issue.id });
  closed.push(issue.id);
}

const stillOpen = [...(await fetchOpen()).values()];

return [
  `Closed: ${closed.join(", ") || "none"}`,
  `Declined: ${declined.join(", ") || "none"}`,
  `Approved but already closed by someone else: ${gone.join(", ") || "none"}`,
  `Still open (${stillOpen.length}):`,
  ...stillOpen.map(({ id, title }) => `  #${id} ${title}`),
].join("\n");
