interface Issue {
  id: number;
  title: string;
  author: string;
  labels: string[];
  comments: number;
}

type CloseResult = { id: number; state: "closed" };
type ScheduleResult = { id: number; state: "scheduled"; at: string };

const HOURS = { opens: 9, closes: 17 } as const;

const withinHours = (hour: number): boolean => hour >= HOURS.opens && hour < HOURS.closes;

const finish = async ({ id }: Issue): Promise<CloseResult | ScheduleResult> =>
  withinHours(new Date().getUTCHours())
    ? await tool("close_issue", { id })
    : await tool("schedule_close", { id });

const issues: Issue[] = await tool("list_issues", {});
const finished: Array<CloseResult | ScheduleResult> = [];
const skipped: Issue[] = [];

for (const issue of issues) {
  const question = `Should issue #${issue.id} by ${issue.author} be closed? Title: ${issue.title}`;
  const answer: string = await tool("ask_human", { question });
  if (answer === "yes") {
    finished.push(await finish(issue));
  } else {
    skipped.push(issue);
  }
}

const isScheduled = (result: CloseResult | ScheduleResult): result is ScheduleResult =>
  result.state === "scheduled";

const later = finished.filter(isScheduled);
const atOnce = finished.filter((result) => !isScheduled(result));

return [
  `${atOnce.length} closed at once: ${atOnce.map(({ id }) => id).join(", ") || "-"}`,
  `${later.length} scheduled: ${later.map(({ id, at }) => `${id} (${at})`).join(", ") || "-"}`,
  `${skipped.length} left open: ${skipped.map(({ id }) => id).join(", ") || "-"}`,
].join("\n");
