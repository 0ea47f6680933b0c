async function snapshot() {
  const issues = await tool("list_issues", {});
  return new Map(issues.map((issue) => [issue.id, issue]));
}

const initial = await snapshot();
const notes = [];

for (const id of initial.keys()) {
  // Title or labels may have been edited since we started.
  const issue = (await snapshot()).get(id);
  if (!issue) {
    notes.push(`#${id}: no longer open, not asked`);
    continue;
  }

  const answer = await tool("ask_human", {
    question:
      `Should #${id} "${issue.title}" be closed?` +
      (issue.labels.length ? ` Labels: ${issue.labels.join(", ")}.` : ""),
  });

  if (!/^y/i.test(answer)) {
    notes.push(`#${id}: kept open`);
    continue;
  }

  const latest = (await snapshot()).get(id);
  if (latest === undefined) {
    notes.push(`#${id}: approved, but was already closed`);
  } else {
    await tool("close_issue", { id });
    notes.push(`#${id}: closed`);
  }
}

const final = await snapshot();
const open = [...final.values()].map(
  (i) => `#${i.id} ${i.title}${initial.has(i.id) ? "" : " (new)"}`
);

return `${notes.join("\n")}\n\nStill open (${open.length}):\n${open.join("\n") || "nothing"}`;
