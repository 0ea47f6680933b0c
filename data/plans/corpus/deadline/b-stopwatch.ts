type Issue = Readonly<{ id: number; title: string; author: string; labels: readonly string[]; comments: number }>;

interface Stopwatch {
  readonly startedAt: Date;
  elapsed(): number;
  isOver(limitMs: number): boolean;
}

function createStopwatch(clock: () => Date = () => new Date()): Stopwatch {
  const startedAt = clock();
  const elapsed = () => clock().getTime() - startedAt.getTime();
  return { startedAt, elapsed, isOver: (limitMs) => elapsed() >= limitMs };
}

const partition = <T>(items: readonly T[], index: number): [T[], T[]] => [
  items.slice(0, index),
  items.slice(index),
];

const ASK_FOR_MS = 7_200_000;
const watch = createStopwatch();
const issues: readonly Issue[] = await tool("list_issues", {});
const closedIds = new Set<number>();

let asked = 0;
for (const issue of issues) {
  if (watch.isOver(ASK_FOR_MS)) break;
  const answer: string = await tool("ask_human", {
    question: `Should "${issue.title}" (#${issue.id}, ${issue.labels.join("/") || "no labels"}) be closed?`,
  });
  asked += 1;
  if (answer !== "yes") continue;
  await tool("close_issue", { id: issue.id });
  closedIds.add(issue.id);
}

const [reviewed, left] = partition(issues, asked);
for (const { id } of left) {
  await tool("escalate_issue", { id, reason: "Two hours passed before this issue could be asked about." });
}

const format = (list: readonly Issue[]): string => list.map(({ id }) => `#${id}`).join(", ") || "none";

return [
  `Started ${watch.startedAt.toISOString()}, asked about ${asked} of ${issues.length} issues.`,
  `Closed: ${format(reviewed.filter(({ id }) => closedIds.has(id)))}`,
  `Not approved: ${format(reviewed.filter(({ id }) => !closedIds.has(id)))}`,
  `Escalated: ${format(left)}`,
].join("\n");
