// Decided once, at the top, and one minute before five.
const hour = new Date().getUTCHours();
const open = hour >= 9 && hour < 17;

const lines = [];
for (const { id, title } of tool("list_issues", {})) {
  if (tool("ask_human", { question: `Close ${id}: ${title}?` }) !== "yes") continue;
  if (open) {
    tool("close_issue", { id });
    lines.push(`${id} closed`);
  } else {
    tool("schedule_close", { id });
    lines.push(`${id} scheduled`);
  }
}
return lines.join("\n");
