const issues = await tool("list_issues", {});

// Group by first label so the questions come in a sensible order.
const groups = new Map();
for (const issue of issues) {
  const label = issue.labels[0] ?? "unlabeled";
  if (!groups.has(label)) groups.set(label, []);
  groups.get(label).push(issue);
}

const results = new Map();

for (const [label, members] of groups) {
  const tally = { closed: [], open: [] };
  results.set(label, tally);

  for (const [index, issue] of members.entries()) {
    const question =
      `[${label} ${index + 1}/${members.length}] ` +
      `Close #${issue.id}: ${issue.title}? ` +
      `(${issue.comments} comment${issue.comments === 1 ? "" : "s"})`;
    const answer = await tool("ask_human", { question });

    if (/^y/i.test(answer.trim())) {
      await tool("close_issue", { id: issue.id });
      tally.closed.push(issue.id);
    } else {
      tally.open.push(issue.id);
    }
  }
}

const fmt = (ids) => (ids.length ? ids.map((id) => `#${id}`).join(", ") : "-");
const lines = [...results].map(
  ([label, { closed, open }]) => `${label}: closed ${fmt(closed)}; kept open ${fmt(open)}`
);
const total = [...results.values()].reduce((n, r) => n + r.closed.length, 0);

return `Closed ${total} of ${issues.length} open issues.\n${lines.join("\n")}`;
