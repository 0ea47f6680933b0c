type Issue = { id: number; title: string; author: string; labels: string[]; comments: number };
type Scheduled = { id: number; state: "scheduled"; at: string };

const HOURS = { from: 9, to: 17 } as const;

const issues = tool("list_issues", {}) as Issue[];
const byLabel: Record<string, Issue[]> = {};
for (const issue of issues) {
  (byLabel[issue.labels[0] ?? "other"] ??= []).push(issue);
}

const closed: number[] = [];
const scheduled: Scheduled[] = [];
const kept: number[] = [];

for (const label of Object.keys(byLabel).sort()) {
  for (const { id, title } of byLabel[label]!) {
    const answer = tool("ask_human", { question: `(${label}) Close #${id} ${title}?` }) as string;
    if (!/^y(es)?\b/i.test(answer.trim())) {
      kept.push(id);
      continue;
    }
    const h = new Date().getUTCHours();
    if (h >= HOURS.from && h < HOURS.to) {
      tool("close_issue", { id });
      closed.push(id);
    } else {
      scheduled.push(tool("schedule_close", { id }) as Scheduled);
    }
  }
}

return JSON.stringify(
  { closed, scheduled: scheduled.map(({ id, at }) => ({ id, at })), kept },
  null,
  2,
);
