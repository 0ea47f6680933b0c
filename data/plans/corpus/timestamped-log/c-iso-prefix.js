const log = (m) => tool("log", { message: "[" + new Date().toISOString() + "] " + m });

log("Start");
const issues = tool("list_issues", {});
log("Found " + issues.length + " open issues");
let closed = 0;

for (const issue of issues) {
  log("Asking about #" + issue.id);
  const answer = tool("ask_human", { question: "Should issue #" + issue.id + " \"" + issue.title + "\" be closed?" });
  log("Answer for #" + issue.id + ": " + answer);
  if (answer === "yes") {
    tool("close_issue", { id: issue.id });
    log("Closed #" + issue.id);
    closed++;
  }
}

log("Done");
return "Closed " + closed + " of " + issues.length + " issues.";
