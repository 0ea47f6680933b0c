type Issue = { id: number; title: string; author: string; labels: string[]; comments: number };
type Keyed<T> = ReadonlyMap<number, T>;

const keyById = <T extends { id: number }>(items: readonly T[]): Keyed<T> =>
  new Map(items.map((item) => [item.id, item] as const));

const snapshot = async (): Promise<Keyed<Issue>> => keyById<Issue>(await tool("list_issues", {}));

const difference = <T>(left: Keyed<T>, right: Keyed<T>): T[] =>
  [...left].flatMap(([id, item]) => (right.has(id) ? [] : [item]));

const start = await snapshot();
const closedHere = new Set<number>();
const askedAbout = new Set<number>();

let open = start;
while (true) {
  const issue = [...open.values()].find(({ id }) => !askedAbout.has(id));
  if (!issue) break;

  askedAbout.add(issue.id);
  const reply: string = await tool("ask_human", { question: `Close "${issue.title}" (#${issue.id})?` });

  open = await snapshot();
  if (reply.toLowerCase() === "yes" && open.has(issue.id)) {
    await tool("close_issue", { id: issue.id });
    closedHere.add(issue.id);
    open = await snapshot();
  }
}

const end = await snapshot();
const closedElsewhere = difference(start, end).filter(({ id }) => !closedHere.has(id));
const openedMeanwhile = difference(end, start);

const show = (issues: Iterable<Issue>): string =>
  [...issues].map(({ id, title }) => `#${id} ${title}`).join("; ") || "none";

return [
  `Asked about ${askedAbout.size} issue(s), closed ${closedHere.size}: ${[...closedHere].join(", ") || "none"}`,
  `Closed by others: ${show(closedElsewhere)}`,
  `Opened since the start: ${show(openedMeanwhile)}`,
  `Still open: ${show(end.values())}`,
].join("\n");
