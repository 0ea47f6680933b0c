const issues = await tool("list_issues", {});
const lines = [];

for (const issue of issues) {
  const answer = await tool("ask_human", { question: `Should issue #${issue.id} "${issue.title}" be closed?` });
  if (answer !== "yes") {
    lines.push(`#${issue.id}: left open`);
    continue;
  }

  const hour = new Date().getUTCHours();
  if (hour >= 9 && hour < 17) {
    await tool("close_issue", { id: issue.id });
    lines.push(`#${issue.id}: closed`);
  } else {
    const { at } = await tool("schedule_close", { id: issue.id });
    lines.push(`#${issue.id}: closing scheduled for ${at}`);
  }
}

return lines.join("\n") || "No open issues.";
