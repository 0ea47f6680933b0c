// No clock is read here. The person is asked for the hour, each time in the same words.
const hour = () => Number(tool("ask_human", { question: "What is the current hour in UTC (0 to 23)?" }));

const closed = [];
const scheduled = [];
for (const issue of tool("list_issues", {})) {
  const answer = tool("ask_human", { question: `Close issue ${issue.id}, "${issue.title}"?` });
  if (answer !== "yes") continue;
  const now = hour();
  if (now >= 9 && now < 17) {
    tool("close_issue", { id: issue.id });
    closed.push(issue.id);
  } else {
    tool("schedule_close", { id: issue.id });
    scheduled.push(issue.id);
  }
}
return `closed: ${closed.join(", ") || "none"}; scheduled: ${scheduled.join(", ") || "none"}`;
