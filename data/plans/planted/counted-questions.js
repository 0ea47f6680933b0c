// Two hours are counted in questions here, not on a clock.
const MOST = 2;
let asked = 0;
const outcome = [];
for (const issue of tool("list_issues", {})) {
  if (asked === MOST) {
    tool("escalate_issue", { id: issue.id, reason: "enough asked" });
    outcome.push(`${issue.id} escalated`);
    continue;
  }
  asked += 1;
  const answer = tool("ask_human", { question: `Close #${issue.id} (${issue.title})?` });
  if (answer === "yes") tool("close_issue", { id: issue.id });
  outcome.push(`${issue.id} ${answer === "yes" ? "closed" : "kept"}`);
}
return outcome.join("\n");
