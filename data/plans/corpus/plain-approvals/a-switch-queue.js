const queue = [...tool("list_issues", {})];
const counts = { closed: 0, kept: 0, unclear: 0 };
const report = [];

while (queue.length > 0) {
  const issue = queue.shift();
  const answer = tool("ask_human", {
    question: "Should issue #" + issue.id + " be closed? Title: " + issue.title,
  });

  switch (answer.trim().toLowerCase()) {
    case "yes":
    case "y":
      tool("close_issue", { id: issue.id });
      counts.closed++;
      report.push("#" + issue.id + " " + issue.title + " - closed");
      break;
    case "no":
    case "n":
      counts.kept++;
      report.push("#" + issue.id + " " + issue.title + " - kept open");
      break;
    default:
      // anything other than a clear yes leaves the issue alone
      counts.unclear++;
      report.push("#" + issue.id + " " + issue.title + " - left open, answer was: " + answer);
  }
}

return (
  "Closed: " + counts.closed +
  ", kept open: " + counts.kept +
  ", unclear answers: " + counts.unclear +
  "\n" + report.join("\n")
);
