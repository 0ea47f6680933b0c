var began = new Date();
var timeUp = false;
var lines = [];
var issues = tool("list_issues", {});

issues.forEach(function (issue) {
  if (!timeUp) {
    timeUp = (new Date() - began) / 3600000 >= 2;
  }

  if (timeUp) {
    tool("escalate_issue", { id: issue.id });
    lines.push("#" + issue.id + " escalated (out of time)");
    return;
  }

  var a = tool("ask_human", { question: "Close #" + issue.id + " " + issue.title + "? It has " + issue.comments + " comments." });
  if (a === "yes") {
    tool("close_issue", { id: issue.id });
    lines.push("#" + issue.id + " closed");
  } else {
    lines.push("#" + issue.id + " not approved, still open");
  }
});

return lines.length ? lines.join("\n") : "Nothing to do, no open issues.";
