const listOpen = () => tool("list_issues", {});
const isOpen = async (id) => (await listOpen()).some((issue) => issue.id === id);

/** Yields each open issue once, reading the list anew before every step. */
async function* freshIssues() {
  const seen = new Set();
  while (true) {
    const issue = (await listOpen()).find(({ id }) => !seen.has(id));
    if (!issue) return;
    seen.add(issue.id);
    yield issue;
  }
}

const log = [];

for await (const { id, title, comments } of freshIssues()) {
  const answer = await tool("ask_human", {
    question: `Should #${id} "${title}" be closed? It has ${comments} comments.`,
  });

  if (!(await isOpen(id))) {
    log.push(`#${id}: closed by someone else meanwhile`);
  } else if (answer === "yes") {
    await tool("close_issue", { id });
    log.push(`#${id}: closed`);
  } else {
    log.push(`#${id}: not approved`);
  }
}

const open = await listOpen();
return [...log, `Still open: ${open.map(({ id }) => `#${id}`).join(", ") || "none"}.`].join("\n");
