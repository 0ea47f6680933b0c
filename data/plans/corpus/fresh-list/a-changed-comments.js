const list = () => tool("list_issues", {});
const find = (id) => list().find((i) => i.id === id);

const closed = [];
const changed = [];
const missing = [];

function ask(issue, note = "") {
  const reply = tool("ask_human", {
    question: `${note}Should issue #${issue.id} "${issue.title}" with ${issue.comments} comments be closed?`,
  });
  return reply.trim().toLowerCase() === "yes";
}

for (const { id } of list()) {
  const before = find(id);
  if (!before) {
    missing.push(id);
    continue;
  }
  if (!ask(before)) continue;

  const after = find(id);
  if (!after) {
    missing.push(id);
    continue;
  }

  // If the issue got new comments or a new title while waiting, confirm once more.
  if (after.comments !== before.comments || after.title !== before.title) {
    changed.push(id);
    if (!ask(after, "This issue changed since you were asked. ")) continue;
    if (!find(id)) {
      missing.push(id);
      continue;
    }
  }

  tool("close_issue", { id });
  closed.push(id);
}

const open = list();
return JSON.stringify({
  closed,
  askedAgainBecauseChanged: changed,
  closedElsewhere: missing,
  stillOpen: open.map(({ id, title }) => ({ id, title })),
}, null, 2);
