return (() => {
  const fmt = new Intl.DateTimeFormat("en-GB", { dateStyle: "short", timeStyle: "medium", timeZone: "UTC" });
  const log = (m) => {
    const line = fmt.format(new Date()) + " - " + m;
    tool("log", { message: line });
    return line;
  };

  const issues = tool("list_issues", {});
  if (!issues.length) {
    log("no open issues");
    return "No open issues.";
  }

  const rows = issues.map((issue) => {
    log("asking about issue " + issue.id);
    const approved = tool("ask_human", { question: `Is it ok to close issue ${issue.id}, "${issue.title}" from ${issue.author}?` }) === "yes";
    if (approved) tool("close_issue", { id: issue.id });
    return log("issue " + issue.id + (approved ? " closed" : " left open"));
  });

  return "Handled " + rows.length + " issues:\n" + rows.join("\n");
})();
