interface Issue { id: number; title: string; author: string; labels: string[]; comments: number }
interface LogEntry { time: Date; text: string }

const journal: LogEntry[] = [];

async function log(text: string): Promise<void> {
  const entry: LogEntry = { time: new Date(), text };
  journal.push(entry);
  await tool("log", { message: `[${entry.time.toISOString()}] ${text}` });
}

const issues: Issue[] = await tool("list_issues", {});
await log(`Review started, ${issues.length} open issues`);

let closed = 0;
for (const issue of issues) {
  const answer: string = await tool("ask_human", {
    question: `Should issue #${issue.id} "${issue.title}" be closed? (${issue.comments} comments)`,
  });
  await log(`#${issue.id}: maintainer answered "${answer}"`);

  if (answer.toLowerCase().trim() === "yes") {
    await tool("close_issue", { id: issue.id });
    closed += 1;
    await log(`#${issue.id}: closed`);
  } else {
    await log(`#${issue.id}: not closed`);
  }
}

await log("Review finished");
const first = journal[0].time.toISOString();
const last = journal[journal.length - 1].time.toISOString();
return `Closed ${closed} of ${issues.length} issues between ${first} and ${last}. ${journal.length} log entries were written.`;
