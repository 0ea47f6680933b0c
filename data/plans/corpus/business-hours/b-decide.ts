type Issue = { readonly id: number; readonly title: string; readonly comments: number };

type Verdict = "approved" | "rejected" | "unclear";

type Step =
  | { action: "close" }
  | { action: "schedule"; at: string }
  | { action: "none"; why: Exclude<Verdict, "approved"> };

const toVerdict = (answer: string): Verdict => {
  const text = answer.trim().toLowerCase();
  return text === "yes" ? "approved" : text === "no" ? "rejected" : "unclear";
};

/** Next 09:00 UTC as an ISO text. */
const nextMorning = (now: Date): string => {
  const morning = new Date(now);
  morning.setUTCHours(9, 0, 0, 0);
  if (now.getUTCHours() >= 9) morning.setUTCDate(morning.getUTCDate() + 1);
  return morning.toISOString();
};

const plan = (verdict: Verdict, now: Date): Step => {
  if (verdict !== "approved") return { action: "none", why: verdict };
  const hour = now.getUTCHours();
  return hour >= 9 && hour < 17 ? { action: "close" } : { action: "schedule", at: nextMorning(now) };
};

const perform = async ({ id }: Issue, step: Step): Promise<string> => {
  switch (step.action) {
    case "close":
      await tool("close_issue", { id });
      return "closed";
    case "schedule":
      await tool("schedule_close", { id, at: step.at });
      return `closing scheduled for ${step.at}`;
    case "none":
      return step.why === "rejected" ? "left open" : "left open, the answer was unclear";
  }
};

const lines: string[] = [];
for (const issue of (await tool("list_issues", {})) as Issue[]) {
  const answer: string = await tool("ask_human", {
    question: `Close #${issue.id} "${issue.title}"? Please answer yes or no.`,
  });
  const step = plan(toVerdict(answer), new Date());
  lines.push(`#${issue.id} ${issue.title}: ${await perform(issue, step)}`);
}

return lines.join("\n") || "No open issues to review.";
