// Two escalations with different reasons.
const issues = tool("list_issues", {});
for (const { id } of issues) {
  tool("ask_human", { question: `Is ${id} urgent?` });
  tool("escalate_issue", { id, reason: "first" });
  tool("escalate_issue", { id, reason: "second" });
}
return "done";
