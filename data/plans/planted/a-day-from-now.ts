type Issue = { id: number; title: string };

function isWorkingTime(at: Date): boolean {
  return at.getUTCHours() >= 9 && at.getUTCHours() < 17;
}

const waiting: string[] = [];
for (const issue of tool("list_issues", {}) as Issue[]) {
  const approved: boolean = tool("ask_human", { question: `Should ${issue.id} be closed (${issue.title})?` }) === "yes";
  if (!approved) continue;
  const now = new Date();
  if (isWorkingTime(now)) {
    tool("close_issue", { id: issue.id });
  } else {
    const tomorrow = new Date(now.getTime() + 24 * 3600 * 1000);
    tool("schedule_close", { id: issue.id, at: tomorrow.toISOString() });
    waiting.push(`${issue.id}`);
  }
}
return `scheduled: ${waiting.join(" ")}`;
