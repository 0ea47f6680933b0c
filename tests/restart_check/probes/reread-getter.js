// The list behind a getter.
const board = { get issues() { return tool("list_issues", {}); } };
for (const { id } of board.issues) {
  if (tool("ask_human", { question: `Close ${id}?` }) === "yes") tool("close_issue", { id });
}
return `${board.issues.length} left`;
