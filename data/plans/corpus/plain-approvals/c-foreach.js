let summary = "";
let count = 0;

tool("list_issues", {}).forEach((issue) => {
  const reply = tool("ask_human", { question: "Close \"" + issue.title + "\" (#" + issue.id + ")? yes/no" });
  if (reply == "yes") {
    tool("close_issue", { id: issue.id });
    summary += "- #" + issue.id + " " + issue.title + ": closed\n";
    count += 1;
  } else {
    summary += "- #" + issue.id + " " + issue.title + ": left open\n";
  }
});

return count + " issue(s) closed.\n" + summary;
