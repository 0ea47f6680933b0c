enum Verdict {
  Close = "close",
  Keep = "keep",
}

interface Issue {
  readonly id: number;
  readonly title: string;
  labels: string[];
}

function review(issue: Issue): Verdict {
  const question: string = `${issue.id}: ${issue.title} [${issue.labels.join("/")}]. Close?`;
  return tool("ask_human", { question }) === "yes" ? Verdict.Close : Verdict.Keep;
}

const issues = tool("list_issues", {}) as Issue[];
const verdicts: Map<number, Verdict> = new Map<number, Verdict>(issues.map((issue) => [issue.id, review(issue)]));
for (const [id, verdict] of verdicts) {
  if (verdict === Verdict.Close) tool("close_issue", { id });
}
return [...verdicts].map(([id, verdict]) => `${id} ${verdict}`).join(", ");
