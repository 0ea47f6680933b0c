var issues = tool("list_issues", {});
var closedNow = [];
var later = [];
var open = [];

function withinHours() {
  var now = new Date();
  var minutes = now.getUTCHours() * 60 + now.getUTCMinutes();
  return minutes >= 9 * 60 && minutes <= 17 * 60;
}

issues.forEach(function (issue) {
  var reply = tool("ask_human", {
    question: "Issue #" + issue.id + " (" + issue.title + "): should it be closed?",
  });

  if (reply !== "yes") {
    open.push(issue.id);
  } else if (withinHours()) {
    tool("close_issue", { id: issue.id });
    closedNow.push(issue.id);
  } else {
    tool("schedule_close", { id: issue.id });
    later.push(issue.id);
  }
});

return (
  "Closed immediately: " + (closedNow.join(", ") || "none") + ". " +
  "Scheduled for 09:00 UTC: " + (later.join(", ") || "none") + ". " +
  "Still open: " + (open.join(", ") || "none") + "."
);
