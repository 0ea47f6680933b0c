type Issue = { id: number; title: string; author: string; labels: string[]; comments: number };

class ApprovalRound {
  private readonly closed: Issue[] = [];
  private readonly declined: Issue[] = [];

  async review(issue: Issue): Promise<void> {
    const answer = (await tool("ask_human", { question: this.question(issue) })) as string;
    if (answer.trim().toLowerCase().startsWith("y")) {
      await tool("close_issue", { id: issue.id });
      this.closed.push(issue);
    } else {
      this.declined.push(issue);
    }
  }

  private question({ id, title, labels }: Issue): string {
    const tags = labels.length > 0 ? ` [${labels.join(", ")}]` : "";
    return `May I close #${id}${tags}: ${title}?`;
  }

  get summary(): string {
    const names = (issues: Issue[]) => issues.map((i) => `#${i.id}`).join(", ");
    const parts: string[] = [];
    if (this.closed.length) parts.push(`Closed ${names(this.closed)}.`);
    if (this.declined.length) parts.push(`Left open ${names(this.declined)}.`);
    return parts.join(" ") || "No open issues.";
  }
}

const round = new ApprovalRound();
// quiet issues first, they are the quickest to decide
const issues = ((await tool("list_issues", {})) as Issue[]).sort((a, b) => a.comments - b.comments);
for (const issue of issues) {
  await round.review(issue);
}
return round.summary;
