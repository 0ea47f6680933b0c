interface Issue {
  id: number;
  title: string;
  author: string;
  labels: string[];
  comments: number;
}

type Outcome =
  | { kind: "closed"; issue: Issue }
  | { kind: "kept"; issue: Issue; answer: string }
  | { kind: "escalated"; issue: Issue; afterMinutes: number };

const LIMITS = { hours: 2, msPerHour: 3_600_000, msPerMinute: 60_000 } as const;

const beganAt: number = Date.now();
const elapsedMs = (): number => Date.now() - beganAt;
const expired = (): boolean => elapsedMs() >= LIMITS.hours * LIMITS.msPerHour;

async function settle(issue: Issue): Promise<Outcome> {
  if (expired()) {
    const afterMinutes = Math.floor(elapsedMs() / LIMITS.msPerMinute);
    await tool("escalate_issue", {
      id: issue.id,
      reason: `Not asked: ${afterMinutes} minutes had passed, the limit is ${LIMITS.hours} hours.`,
    });
    return { kind: "escalated", issue, afterMinutes };
  }
  const answer: string = await tool("ask_human", { question: `Close #${issue.id} (${issue.title})?` });
  if (answer !== "yes") return { kind: "kept", issue, answer };
  await tool("close_issue", { id: issue.id });
  return { kind: "closed", issue };
}

function describe(outcome: Outcome): string {
  const name = `#${outcome.issue.id} ${outcome.issue.title}`;
  switch (outcome.kind) {
    case "closed":
      return `${name}: closed`;
    case "kept":
      return `${name}: kept open (answer: ${outcome.answer})`;
    case "escalated":
      return `${name}: escalated after ${outcome.afterMinutes} min`;
  }
}

const outcomes: Outcome[] = [];
for (const issue of (await tool("list_issues", {})) as Issue[]) {
  outcomes.push(await settle(issue));
}

return [`${outcomes.length} issue(s) handled.`, ...outcomes.map(describe)].join("\n");
