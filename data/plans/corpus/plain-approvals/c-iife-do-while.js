return (function () {
  var list = tool("list_issues", {});
  var n = list.length;
  var i = 0;
  var closedTitles = [];

  if (!n) return "There were no open issues to review.";

  do {
    var it = list[i];
    var ok = tool("ask_human", {
      question: "(" + (i + 1) + "/" + n + ") Close issue #" + it.id + ": " + it.title + "?"
    }) === "yes";
    ok ? tool("close_issue", { id: it.id, comment: "Approved for closing." }) : null;
    if (ok) closedTitles.push("#" + it.id + " " + it.title);
    i++;
  } while (i < n);

  return "Closed " + closedTitles.length + "/" + n + " issues" +
    (closedTitles.length ? ":\n" + closedTitles.join("\n") : ".");
})();
