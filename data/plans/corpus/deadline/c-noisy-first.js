const startTime = Date.now();
const LIMIT_MS = 1000 * 60 * 120;
const elapsed = () => Date.now() - startTime;
const log = (m) => tool("log", { message: m });

// Noisiest issues first, so they get a decision before time runs out
const issues = (await tool("list_issues", {})).sort((a, b) => b.comments - a.comments);
const stats = { closed: 0, kept: 0, escalated: 0 };

await log("Starting review of " + issues.length + " issues");

for (const issue of issues) {
  if (elapsed() < LIMIT_MS) {
    const answer = await tool("ask_human", {
      question: `#${issue.id} "${issue.title}" has ${issue.comments} comments. Close it?`,
    });
    switch (answer.toLowerCase()) {
      case "yes":
        await tool("close_issue", { id: issue.id });
        stats.closed++;
        await log("closed #" + issue.id);
        break;
      default:
        stats.kept++;
        await log("kept #" + issue.id);
    }
  } else {
    await tool("escalate_issue", { id: issue.id, reason: `No time left to ask (${Math.round(elapsed() / 60000)} min since start)` });
    stats.escalated++;
    await log("escalated #" + issue.id);
  }
}

const minutes = Math.round(elapsed() / 60000);
return `Review took ${minutes} minutes. ${stats.closed} closed, ${stats.kept} kept open, ${stats.escalated} escalated to the lead.`;
