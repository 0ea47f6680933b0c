const clock = new Intl.DateTimeFormat("en-GB", {
  dateStyle: "short",
  timeStyle: "medium",
  timeZone: "UTC",
});

const log = async (action, issue) => {
  const subject = issue ? ` #${issue.id} "${issue.title}"` : "";
  await tool("log", { message: `${clock.format(new Date())} ${action}${subject}` });
};

const timeline = [];

await log("BEGIN");
for (const issue of await tool("list_issues", {})) {
  await log("ASK", issue);
  const answer = await tool("ask_human", {
    question: `Would you like to close #${issue.id} "${issue.title}" [${issue.labels.join(", ")}]?`,
  });
  const approved = answer.trim().toLowerCase() === "yes";
  await log(approved ? "APPROVED" : "DECLINED", issue);

  if (approved) {
    await tool("close_issue", { id: issue.id });
    await log("CLOSE", issue);
  }
  timeline.push({ issue, approved, time: clock.format(new Date()) });
}
await log("END");

if (!timeline.length) return "Nothing to review: there are no open issues.";

return timeline
  .map(({ issue, approved, time }) => `${time} UTC: #${issue.id} ${approved ? "closed" : "kept open"}`)
  .join("\n");
