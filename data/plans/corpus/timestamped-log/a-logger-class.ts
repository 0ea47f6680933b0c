interface Issue {
  id: number;
  title: string;
  author: string;
  labels: string[];
  comments: number;
}

interface LogEntry {
  time: Date;
  text: string;
}

class Logger {
  private readonly entries: LogEntry[] = [];

  async write(text: string): Promise<void> {
    const entry: LogEntry = { time: new Date(), text };
    this.entries.push(entry);
    await tool("log", { message: `${entry.time.toISOString()} ${text}` });
  }

  get duration(): string {
    const first = this.entries[0]?.time.getTime() ?? 0;
    const last = this.entries.at(-1)?.time.getTime() ?? first;
    const minutes = Math.floor((last - first) / 60_000);
    return `${Math.floor(minutes / 60)}h ${minutes % 60}m`;
  }
}

const logger = new Logger();
const issues: Issue[] = await tool("list_issues", {});
await logger.write(`review started, ${issues.length} open issues`);

const closed: Issue[] = [];
for (const issue of issues) {
  await logger.write(`question sent for #${issue.id}`);
  const answer: string = await tool("ask_human", {
    question: `Should issue #${issue.id} "${issue.title}" be closed?`,
  });
  await logger.write(`maintainer answered "${answer}" for #${issue.id}`);

  if (answer !== "yes") continue;
  await tool("close_issue", { id: issue.id });
  closed.push(issue);
  await logger.write(`#${issue.id} closed`);
}
await logger.write("review finished");

const list = closed.map((i) => `- #${i.id} ${i.title}`).join("\n");
return `${closed.length} of ${issues.length} issues closed in ${logger.duration}.${list ? "\n" + list : ""}`;
