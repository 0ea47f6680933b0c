interface Issue {
  id: number;
  title: string;
  author: string;
  labels: string[];
  comments: number;
}

type Outcome = "closed" | "kept";

const issues: Issue[] = await tool("list_issues", {});
const outcomes = new Map<number, Outcome>();

for (const issue of issues) {
  const answer: string = await tool("ask_human", {
    question: `Should issue #${issue.id} "${issue.title}" [${issue.labels.join(", ")}] be closed?`,
  });
  const approved: boolean = answer.trim().toLowerCase() === "yes";

  if (approved) {
    await tool("close_issue", { id: issue.id });
  }
  outcomes.set(issue.id, approved ? "closed" : "kept");
}

const closed: Issue[] = issues.filter((i) => outcomes.get(i.id) === "closed");
const kept: Issue[] = issues.filter((i) => outcomes.get(i.id) === "kept");

return [
  `Closed: ${closed.length}`,
  ...closed.map((i) => `  #${i.id} ${i.title}`),
  `Kept open: ${kept.length}`,
  ...kept.map((i) => `  #${i.id} ${i.title}`),
].join("\n");
