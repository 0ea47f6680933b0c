// Some are closed at once, the others in a second phase.
const issues = tool("list_issues", {});
const later = [];
for (const issue of issues) {
  const answer = tool("ask_human", { question: `Close ${issue.id}?` });
  if (answer === "yes") tool("close_issue", { id: issue.id });
  else if (answer === "maybe") later.push(issue);
}
for (const issue of later) {
  if (tool("ask_human", { question: `Really close ${issue.id}?` }) === "yes") tool("close_issue", { id: issue.id });
}
return `${later.length} asked twice`;
