const startedAt = new Date();
const issues = tool("list_issues", {});

function hoursElapsed() {
  return (new Date() - startedAt) / 3600000;
}

let closedCount = 0;
let keptCount = 0;
let i = 0;

for (; i < issues.length; i++) {
  if (hoursElapsed() >= 2) break;

  const reply = tool("ask_human", {
    question: "Should this issue be closed? #" + issues[i].id + ": " + issues[i].title,
  });

  if (reply.toLowerCase() === "yes") {
    tool("close_issue", { id: issues[i].id });
    closedCount++;
  } else {
    keptCount++;
  }
}

const remaining = issues.slice(i);
remaining.forEach(function (issue) {
  tool("escalate_issue", { id: issue.id });
});

let summary = "Reviewed " + i + " of " + issues.length + " issues: ";
summary += closedCount + " closed, " + keptCount + " kept open.";
if (remaining.length > 0) {
  summary += " Time ran out; " + remaining.length + " escalated: ";
  summary += remaining.map((r) => "#" + r.id + " " + r.title).join("; ") + ".";
}
return summary;
