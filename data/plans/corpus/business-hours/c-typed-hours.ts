interface Issue { id: number; title: string; author: string; labels: string[]; comments: number }
interface Result { issue: Issue; state: "closed" | "scheduled" | "open"; at?: string }

const START_HOUR = 9;
const END_HOUR = 17;

const withinHours = (d: Date = new Date()): boolean =>
  d.getUTCHours() >= START_HOUR && d.getUTCHours() < END_HOUR;

async function process(issue: Issue): Promise<Result> {
  const answer: string = await tool("ask_human", {
    question: `Should #${issue.id} "${issue.title}" by ${issue.author} be closed?`,
  });
  if (answer.toLowerCase() !== "yes") return { issue, state: "open" };
  if (withinHours()) {
    await tool("close_issue", { id: issue.id });
    return { issue, state: "closed" };
  }
  const res = await tool("schedule_close", { id: issue.id });
  return { issue, state: "scheduled", at: res.at };
}

const issues: Issue[] = await tool("list_issues", {});
const results: Result[] = [];
for (const issue of issues) {
  results.push(await process(issue));
}

return results
  .map((r) => `#${r.issue.id} ${r.issue.title}: ${r.state}${r.at ? ` (${r.at})` : ""}`)
  .join("\n");
