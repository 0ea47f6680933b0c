var openIds = function () {
  return tool("list_issues", {}).map(function (x) { return x.id; });
};
var msgs = [];

tool("list_issues", {}).forEach(function (issue) {
  if (openIds().indexOf(issue.id) === -1) {
    msgs.push("#" + issue.id + " was closed before I could ask");
    return;
  }
  var answer = tool("ask_human", { question: "Close #" + issue.id + " " + issue.title + "?" });
  if (answer === "yes" && openIds().indexOf(issue.id) !== -1) {
    tool("close_issue", { id: issue.id });
    msgs.push("#" + issue.id + " closed");
  } else {
    msgs.push("#" + issue.id + " not closed");
  }
});

var left = openIds();
msgs.push("Still open: " + (left.length ? left.join(", ") : "nothing"));
return msgs.join("\n");
