type Issue = { id: number; title: string; author: string; labels: string[]; comments: number };
type EventName = "asked" | "approved" | "rejected" | "closed" | "error";

const counts: Record<EventName, number> = { asked: 0, approved: 0, rejected: 0, closed: 0, error: 0 };

function log(event: EventName, issue: Issue, detail?: string): void {
  counts[event]++;
  const message = JSON.stringify({ time: new Date().toISOString(), event, issue: issue.id, detail });
  tool("log", { message });
}

const issues = tool("list_issues", {}) as Issue[];

for (const issue of issues) {
  log("asked", issue, issue.title);
  const answer = tool("ask_human", {
    question: `${issue.author} opened #${issue.id}: "${issue.title}". Close it?`,
  }) as string;

  if (!answer.toLowerCase().startsWith("y")) {
    log("rejected", issue);
    continue;
  }
  log("approved", issue);

  try {
    tool("close_issue", { id: issue.id });
    log("closed", issue);
  } catch (e) {
    log("error", issue, e instanceof Error ? e.message : String(e));
  }
}

const { asked, closed, rejected, error } = counts;
return `Asked about ${asked} issue(s): ${closed} closed, ${rejected} kept open` + (error ? `, ${error} could not be closed.` : ".");
