// Groups of issues, each asked about once.
const groups = {};
for (const issue of tool("list_issues", {})) (groups[issue.labels[0]] ??= []).push(issue);
for (const [label, members] of Object.entries(groups)) {
  for (const { id } of members) {
    if (tool("ask_human", { question: `(${label}) Close ${id}?` }) === "yes") tool("close_issue", { id });
  }
}
return Object.keys(groups).join();
