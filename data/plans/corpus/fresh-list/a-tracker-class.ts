type Issue = { id: number; title: string; author: string; labels: string[]; comments: number };
type Status = "closed" | "declined" | "gone";

class Tracker {
  readonly status = new Map<number, Status>();
  private issues: Issue[] = [];

  refresh(): this {
    this.issues = tool("list_issues", {}) as Issue[];
    return this;
  }

  has(id: number): boolean {
    return this.issues.some((i) => i.id === id);
  }

  next(): Issue | null {
    return this.issues.find((i) => !this.status.has(i.id)) ?? null;
  }

  get open(): string[] {
    return this.issues.map((i) => `#${i.id} ${i.title}`);
  }

  ids(wanted: Status): string {
    const found = [...this.status].filter(([, s]) => s === wanted).map(([id]) => `#${id}`);
    return found.join(", ") || "none";
  }
}

const tracker = new Tracker();
let issue: Issue | null;

while ((issue = tracker.refresh().next()) !== null) {
  const { id, title } = issue;
  const answer = tool("ask_human", { question: `Close issue #${id}: ${title}?` }) as string;
  tracker.refresh();

  if (!tracker.has(id)) {
    tracker.status.set(id, "gone");
  } else if (/^y/i.test(answer)) {
    tool("close_issue", { id });
    tracker.status.set(id, "closed");
  } else {
    tracker.status.set(id, "declined");
  }
}

tracker.refresh();
return [
  `Closed: ${tracker.ids("closed")}`,
  `Kept open on request: ${tracker.ids("declined")}`,
  `Closed by others: ${tracker.ids("gone")}`,
  `Open at the end (${tracker.open.length}): ${tracker.open.join(", ")}`,
].join("\n");
