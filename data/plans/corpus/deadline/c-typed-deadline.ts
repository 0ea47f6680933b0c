type Issue = { id: number; title: string; author: string; labels: string[]; comments: number };

const DEADLINE_HOURS = 2;
const startedAt: Date = new Date();

function isPastDeadline(): boolean {
  const diff = new Date().getTime() - startedAt.getTime();
  return diff >= DEADLINE_HOURS * 60 * 60 * 1000;
}

const issues = (await tool("list_issues", {})) as Issue[];
const closed: string[] = [];
const open: string[] = [];
const escalated: string[] = [];

for (let i = 0; i < issues.length; i++) {
  const issue = issues[i];
  const label = `#${issue.id} ${issue.title}`;

  if (isPastDeadline()) {
    await tool("escalate_issue", { id: issue.id, reason: `Not answered within ${DEADLINE_HOURS} hours` });
    escalated.push(label);
    continue;
  }

  const answer: string = await tool("ask_human", { question: `Should ${label} (by ${issue.author}) be closed?` });
  if (answer.toLowerCase().trim() === "yes") {
    await tool("close_issue", { id: issue.id });
    closed.push(label);
  } else {
    open.push(label);
  }
}

const section = (name: string, items: string[]): string => `${name} (${items.length}): ${items.join("; ") || "-"}`;
return [section("Closed", closed), section("Still open", open), section("Escalated", escalated)].join("\n");
