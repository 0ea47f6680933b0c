interface Issue {
  readonly id: number;
  readonly title: string;
  readonly author: string;
  readonly labels: readonly string[];
  readonly comments: number;
}

interface IssueRepository {
  list(): Promise<readonly Issue[]>;
  find(id: number): Promise<Issue | undefined>;
  close(id: number): Promise<void>;
}

const repository: IssueRepository = {
  list: async () => (await tool("list_issues", {})) as Issue[],
  find: async (id) => (await repository.list()).find((issue) => issue.id === id),
  close: async (id) => {
    await tool("close_issue", { id });
  },
};

type Decision = "closed" | "declined" | "missing";
const decisions = new Map<number, Decision>();

const decide = async (issue: Issue): Promise<Decision> => {
  const answer: string = await tool("ask_human", {
    question: `Issue #${issue.id} by ${issue.author}, "${issue.title}": should it be closed?`,
  });
  const current = await repository.find(issue.id);
  if (current === undefined) return "missing";
  if (answer !== "yes") return "declined";
  await repository.close(current.id);
  return "closed";
};

for (;;) {
  const next = (await repository.list()).find(({ id }) => !decisions.has(id));
  if (next === undefined) break;
  decisions.set(next.id, await decide(next));
}

const idsWith = (wanted: Decision): string =>
  [...decisions.entries()]
    .filter(([, decision]) => decision === wanted)
    .map(([id]) => `#${id}`)
    .join(", ") || "none";

const stillOpen = await repository.list();

return [
  `Closed: ${idsWith("closed")}`,
  `Declined: ${idsWith("declined")}`,
  `Disappeared while waiting: ${idsWith("missing")}`,
  `Still open: ${stillOpen.map(({ id, title }) => `#${id} ${title}`).join("; ") || "none"}`,
].join("\n");
