// An issue closed under two names of its own.
const issues = tool("list_issues", {});
tool("ask_human", { question: "Shall I go on?" });
for (const { id } of issues) {
  tool("close_issue", { id });
  const same = issues.find((issue) => issue.id === id);
  tool("close_issue", { id: same.id });
}
return "done";
