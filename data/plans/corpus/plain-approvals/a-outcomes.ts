interface Issue {
  id: number;
  title: string;
  author: string;
  labels: string[];
  comments: number;
}

type Outcome = "closed" | "kept";

const issues = (await tool("list_issues", {})) as Issue[];
const outcomes = new Map<number, Outcome>();

for (const issue of issues) {
  const answer: string = await tool("ask_human", {
    question: `Should issue #${issue.id} "${issue.title}" by ${issue.author} be closed?`,
  });

  if (answer === "yes") {
    await tool("close_issue", { id: issue.id });
    outcomes.set(issue.id, "closed");
  } else {
    outcomes.set(issue.id, "kept");
  }
}

const withOutcome = (wanted: Outcome): Issue[] =>
  issues.filter((issue) => outcomes.get(issue.id) === wanted);

const render = (list: Issue[]): string =>
  list.length === 0 ? "  (none)" : list.map((i) => `  #${i.id} ${i.title}`).join("\n");

const closed = withOutcome("closed");
const kept = withOutcome("kept");

return `Asked about ${issues.length} issue(s).
Closed (${closed.length}):
${render(closed)}
Kept open (${kept.length}):
${render(kept)}`;
