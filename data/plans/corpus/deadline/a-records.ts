interface Issue {
  id: number;
  title: string;
  author: string;
  labels: string[];
  comments: number;
}

type Action = "closed" | "kept" | "escalated";

interface Entry {
  issue: Issue;
  action: Action;
}

const TWO_HOURS: number = 2 * 60 * 60 * 1000;
const began: number = Date.now();

async function handle(issue: Issue): Promise<Action> {
  if (Date.now() - began >= TWO_HOURS) {
    await tool("escalate_issue", { id: issue.id, reason: "Two hour limit for asking has passed" });
    return "escalated";
  }
  const answer: string = await tool("ask_human", {
    question: `Do you want to close issue #${issue.id}, "${issue.title}"?`,
  });
  if (answer === "yes") {
    await tool("close_issue", { id: issue.id });
    return "closed";
  }
  return "kept";
}

const issues: Issue[] = await tool("list_issues", {});
const entries: Entry[] = [];
for (const issue of issues) {
  entries.push({ issue, action: await handle(issue) });
}

const pick = (action: Action): string =>
  entries
    .filter((e) => e.action === action)
    .map((e) => `#${e.issue.id} ${e.issue.title}`)
    .join(", ") || "none";

return `Closed: ${pick("closed")}\nKept open: ${pick("kept")}\nEscalated: ${pick("escalated")}`;
