// Ask about each open issue, close the approved ones, and report what happened.

const describe = (issue) => {
  const labels = issue.labels?.length ? issue.labels.join(", ") : "no labels";
  return `#${issue.id} "${issue.title}" by ${issue.author} (${labels}, ${issue.comments} comments)`;
};

const isYes = (answer) => /^\s*y(es)?\b/i.test(String(answer ?? ""));

async function approve(issue) {
  const answer = await tool("ask_human", {
    question: `Should this issue be closed?\n${describe(issue)}\nPlease answer yes or no.`,
  });
  return isYes(answer);
}

const closed = [];
const kept = [];
const failed = [];

const issues = await tool("list_issues", {});
if (!issues.length) {
  return "There are no open issues, so there was nothing to ask.";
}

for (const issue of issues) {
  if (!(await approve(issue))) {
    kept.push(issue);
    continue;
  }
  try {
    await tool("close_issue", { id: issue.id, comment: "Closed after maintainer approval." });
    closed.push(issue);
  } catch (err) {
    failed.push({ issue, reason: err?.message ?? String(err) });
  }
}

const section = (heading, lines) =>
  lines.length ? [`${heading} (${lines.length}):`, ...lines.map((l) => `  - ${l}`)] : [];

return [
  `Reviewed ${issues.length} open issue(s).`,
  ...section("Closed", closed.map((i) => `#${i.id} ${i.title}`)),
  ...section("Left open", kept.map((i) => `#${i.id} ${i.title}`)),
  ...section("Could not be closed", failed.map((f) => `#${f.issue.id} ${f.issue.title}: ${f.reason}`)),
].join("\n");
