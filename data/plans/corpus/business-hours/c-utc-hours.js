const issues = tool("list_issues", {});
let closed = 0;
let scheduled = 0;

for (const issue of issues) {
  const answer = tool("ask_human", { question: "Should issue #" + issue.id + " (" + issue.title + ") be closed?" });
  if (answer !== "yes") continue;

  const hour = new Date().getUTCHours();
  if (hour >= 9 && hour < 17) {
    tool("close_issue", { id: issue.id });
    closed++;
  } else {
    tool("schedule_close", { id: issue.id });
    scheduled++;
  }
}

return "Closed " + closed + " now, scheduled " + scheduled + ", left open " + (issues.length - closed - scheduled) + ".";
