type Issue = { id: number; title: string; author: string; labels: string[]; comments: number };

class Deadline {
  private readonly end: Date;

  constructor(hours: number) {
    this.end = new Date();
    this.end.setHours(this.end.getHours() + hours);
  }

  get passed(): boolean {
    return new Date() >= this.end;
  }

  toString(): string {
    return this.end.toISOString();
  }
}

const deadline = new Deadline(2);
const pending: Issue[] = [...(tool("list_issues", {}) as Issue[])];
const summary: string[] = [];

let issue: Issue | undefined;
while (!deadline.passed && (issue = pending.shift())) {
  const answer = tool("ask_human", {
    question: `Should #${issue.id} "${issue.title}" be closed? (I will ask until ${deadline})`,
  }) as string;

  if (answer.toLowerCase() === "yes") {
    tool("close_issue", { id: issue.id });
    summary.push(`closed #${issue.id} ${issue.title}`);
  } else {
    summary.push(`kept #${issue.id} ${issue.title}`);
  }
}

for (const { id, title } of pending) {
  tool("escalate_issue", { id, reason: `No time to ask before ${deadline}` });
  summary.push(`escalated #${id} ${title}`);
}

return summary.length > 0 ? summary.join("\n") : "There were no open issues.";
