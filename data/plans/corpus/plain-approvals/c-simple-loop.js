var issues = tool("list_issues", {});
var closed = 0;
var kept = 0;

for (let i = 0; i < issues.length; i++) {
  let issue = issues[i];
  let answer = tool("ask_human", { question: "Should issue #" + issue.id + " (" + issue.title + ") be closed?" });
  if (answer === "yes") {
    tool("close_issue", { id: issue.id });
    closed++;
  } else {
    kept++;
  }
}

return "Closed " + closed + " issues, kept " + kept + " open.";
