const log = (m) => tool("log", { message: m });
const queue = await tool("list_issues", {});
// stale ones first
queue.sort((a, b) => Number(b.labels.includes("stale")) - Number(a.labels.includes("stale")));

let closed = 0, scheduled = 0, kept = 0, skipped = 0;

while (queue.length > 0) {
  const issue = queue.shift();
  const answer = await tool("ask_human", { question: `Close #${issue.id} - ${issue.title}?` });

  switch (answer.trim().toLowerCase()) {
    case "yes": {
      const hour = new Date().getUTCHours();
      if (hour < 9 || hour >= 17) {
        const { at } = await tool("schedule_close", { id: issue.id });
        await log(`#${issue.id} will be closed at ${at}`);
        scheduled++;
      } else {
        await tool("close_issue", { id: issue.id });
        await log(`#${issue.id} closed`);
        closed++;
      }
      break;
    }
    case "no":
      kept++;
      break;
    default:
      await log(`#${issue.id}: did not understand "${answer}", leaving it open`);
      skipped++;
  }
}

return `closed=${closed} scheduled=${scheduled} kept=${kept} skipped=${skipped}`;
