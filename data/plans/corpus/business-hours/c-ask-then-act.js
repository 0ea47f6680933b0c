// First collect all decisions, then act on them
const issues = await tool("list_issues", {});
const approved = [];

for (let i = 0; i < issues.length; i++) {
  const a = await tool("ask_human", { question: "[" + (i + 1) + " of " + issues.length + "] Should we close \"" + issues[i].title + "\" by " + issues[i].author + "?" });
  if (a.toLowerCase().includes("yes")) approved.push(issues[i]);
}

const currentHour = new Date().getUTCHours();
const open = currentHour >= 9 && currentHour < 17;

for (const issue of approved) {
  if (open) {
    await tool("close_issue", { id: issue.id });
  } else {
    await tool("schedule_close", { id: issue.id });
  }
}

const verb = open ? "closed" : "scheduled for closing";
return `${approved.length} of ${issues.length} issues were approved and ${verb}.` +
  (approved.length ? " Issues: " + approved.map((x) => `#${x.id}`).join(", ") : "");
