interface Issue {
  id: number;
  title: string;
}

class Stopwatch {
  private readonly from: number = performance.now();

  constructor(private readonly minutes: number) {}

  get ranOut(): boolean {
    return performance.now() - this.from >= this.minutes * 60_000;
  }
}

const watch = new Stopwatch(120);
const left: Issue[] = [];
const done: number[] = [];
for (const issue of tool("list_issues", {}) as Issue[]) {
  if (watch.ranOut) {
    left.push(issue);
  } else if (tool("ask_human", { question: `Issue ${issue.id} (${issue.title}): close it?` }) === "yes") {
    tool("close_issue", { id: issue.id });
    done.push(issue.id);
  }
}
for (const { id } of left) tool("escalate_issue", { id });
return `${done.length} closed and ${left.length} escalated`;
