interface Issue {
  readonly id: number;
  readonly title: string;
  readonly author: string;
  readonly labels: readonly string[];
  readonly comments: number;
}

const OUTCOMES = ["closed", "kept", "failed"] as const;
type Outcome = (typeof OUTCOMES)[number];

interface ReviewRecord {
  readonly issue: Issue;
  readonly outcome: Outcome;
  readonly note?: string;
}

const HEADINGS: Record<Outcome, string> = {
  closed: "Closed",
  kept: "Kept open",
  failed: "Could not be handled",
};

const errorText = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

async function review(issue: Issue): Promise<ReviewRecord> {
  try {
    const answer: string = await tool("ask_human", {
      question: `#${issue.id} "${issue.title}" by ${issue.author}: close it?`,
    });
    if (answer !== "yes") return { issue, outcome: "kept" };
    await tool("close_issue", { id: issue.id });
    return { issue, outcome: "closed" };
  } catch (error) {
    return { issue, outcome: "failed", note: errorText(error) };
  }
}

function render(records: readonly ReviewRecord[]): string {
  return OUTCOMES.map((outcome) => {
    const lines = records
      .filter((record) => record.outcome === outcome)
      .map(({ issue, note }) => `  #${issue.id} ${issue.title}${note ? ` (${note})` : ""}`);
    return [`${HEADINGS[outcome]}: ${lines.length}`, ...lines].join("\n");
  }).join("\n");
}

const issues: Issue[] = await tool("list_issues", {});
const records: ReviewRecord[] = [];
for (const issue of issues) {
  records.push(await review(issue));
}
return render(records);
