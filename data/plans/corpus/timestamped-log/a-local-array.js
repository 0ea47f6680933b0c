const entries = [];

function record(text) {
  const line = new Date().toISOString() + "  " + text;
  entries.push(line);
  tool("log", { message: line });
}

const issues = tool("list_issues", {});
record("Retrieved " + issues.length + " open issues.");

let closed = 0;
issues.forEach((issue) => {
  record("Asking whether to close #" + issue.id + ": " + issue.title);
  const answer = tool("ask_human", {
    question: "Should #" + issue.id + " (" + issue.title + ") be closed?",
  });

  if (answer.toLowerCase() === "yes") {
    record("Approved: #" + issue.id);
    tool("close_issue", { id: issue.id });
    closed++;
    record("Closed: #" + issue.id);
  } else {
    record("Not approved: #" + issue.id);
  }
});

record("Finished.");

return (
  "Closed " + closed + " of " + issues.length + " open issues, " +
  (issues.length - closed) + " remain open.\n\nLog:\n" + entries.join("\n")
);
