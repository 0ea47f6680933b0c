interface Issue {
  id: number;
  title: string;
  author: string;
  labels: string[];
  comments: number;
}

type Result =
  | { kind: "closed"; issue: Issue }
  | { kind: "scheduled"; issue: Issue; at: string }
  | { kind: "declined"; issue: Issue };

const isOpenForBusiness = (date: Date = new Date()): boolean => {
  const hour = date.getUTCHours();
  return hour >= 9 && hour < 17;
};

async function process(issue: Issue): Promise<Result> {
  const answer: string = await tool("ask_human", {
    question: `Should issue #${issue.id} ("${issue.title}") be closed?`,
  });
  if (answer !== "yes") return { kind: "declined", issue };

  if (isOpenForBusiness()) {
    await tool("close_issue", { id: issue.id });
    return { kind: "closed", issue };
  }
  const { at } = (await tool("schedule_close", { id: issue.id })) as { at: string };
  return { kind: "scheduled", issue, at };
}

function describe(result: Result): string {
  const name = `#${result.issue.id} ${result.issue.title}`;
  switch (result.kind) {
    case "closed":
      return `${name}: closed`;
    case "scheduled":
      return `${name}: scheduled for ${result.at}`;
    case "declined":
      return `${name}: stays open`;
  }
}

const results: Result[] = [];
for (const issue of (await tool("list_issues", {})) as Issue[]) {
  results.push(await process(issue));
}

const count = (kind: Result["kind"]): number => results.filter((r) => r.kind === kind).length;
return `Closed ${count("closed")}, scheduled ${count("scheduled")}, declined ${count("declined")}.
${results.map(describe).join("\n")}`;
