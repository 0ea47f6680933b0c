interface Issue {
  id: number;
  title: string;
  author: string;
  labels: string[];
  comments: number;
}

const fetchOpen = async (): Promise<Issue[]> => await tool("list_issues", {});

const lookup = async (id: number): Promise<Issue | undefined> =>
  (await fetchOpen()).find((issue) => issue.id === id);

const closed: Issue[] = [];
const disappeared: Issue[] = [];

const start = await fetchOpen();

for (const original of start) {
  const issue = await lookup(original.id);
  if (!issue) {
    disappeared.push(original);
    continue;
  }

  const answer: string = await tool("ask_human", {
    question: `Should #${issue.id} "${issue.title}" by ${issue.author} be closed?`,
  });
  if (answer.trim().toLowerCase() !== "yes") continue;

  const now = await lookup(issue.id);
  if (!now) {
    disappeared.push(issue);
    continue;
  }
  await tool("close_issue", { id: now.id });
  closed.push(now);
}

const open = await fetchOpen();
const known = new Set<number>(start.map((i) => i.id));
const fresh = open.filter((i) => !known.has(i.id));

const names = (issues: Issue[]): string => issues.map((i) => `#${i.id} ${i.title}`).join("; ") || "none";

return `Closed: ${names(closed)}
Disappeared while waiting: ${names(disappeared)}
Still open: ${names(open)}
Opened in the meantime (not asked about): ${names(fresh)}`;
