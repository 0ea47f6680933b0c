const t0 = Date.now();
const hoursPassed = () => (Date.now() - t0) / 1000 / 60 / 60;
const report = [];

const handle = async (issue) => {
  if (hoursPassed() >= 2) {
    await tool("escalate_issue", { id: issue.id, reason: "Review window of 2 hours is over" });
    return "escalated";
  }
  const answer = await tool("ask_human", {
    question: "Should we close \"" + issue.title + "\" by " + issue.author + " (labels: " + issue.labels.join("/") + ")?"
  });
  if (/^y(es)?$/i.test(answer.trim())) {
    const res = await tool("close_issue", { id: issue.id });
    return res.state;
  }
  return "open";
};

for (const issue of await tool("list_issues", {})) {
  const state = await handle(issue);
  report.push({ id: issue.id, title: issue.title, state });
}

const by = (s) => report.filter((r) => r.state === s);
return "Closed " + by("closed").length + ", open " + by("open").length + ", escalated " + by("escalated").length + ".\n" +
  report.map((r) => "#" + r.id + " " + r.title + " -> " + r.state).join("\n");
