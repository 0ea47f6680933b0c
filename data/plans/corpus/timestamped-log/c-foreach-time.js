var lines = [];
function now() {
  return new Date().toISOString().substring(11, 19);
}
function note(text) {
  var line = now() + " " + text;
  lines.push(line);
  tool("log", { message: line });
}

var issues = tool("list_issues", {});
note("listed " + issues.length + " issues");

issues.forEach(function (issue, i) {
  var answer = tool("ask_human", { question: (i + 1) + ". Close \"" + issue.title + "\" (#" + issue.id + ")?" });
  note("maintainer said " + answer + " for #" + issue.id);
  if (answer == "yes") {
    tool("close_issue", { id: issue.id });
    note("closed #" + issue.id);
  }
});

return lines.join("\n");
