const inHours = (d) => d.getUTCHours() >= 9 && d.getUTCHours() < 17;

const nextNine = (from) => {
  const at = new Date(from);
  at.setUTCHours(9, 0, 0, 0);
  if (at <= from) at.setUTCDate(at.getUTCDate() + 1);
  return at.toISOString();
};

const issues = await tool("list_issues", {});
const stats = { closed: 0, scheduled: 0, skipped: 0 };
const details = [];

for (const { id, title } of issues) {
  const answer = await tool("ask_human", { question: `Close #${id} – ${title}? (yes/no)` });
  if (!/^y/i.test(answer)) {
    stats.skipped += 1;
    continue;
  }

  const now = new Date();
  if (inHours(now)) {
    await tool("close_issue", { id });
    stats.closed += 1;
    details.push(`#${id} closed at ${now.toISOString()}`);
  } else {
    const at = nextNine(now);
    await tool("schedule_close", { id, at });
    stats.scheduled += 1;
    details.push(`#${id} will be closed at ${at}`);
  }
}

return `${stats.closed} closed, ${stats.scheduled} scheduled, ${stats.skipped} left open.\n${details.join("\n")}`;
