// The list read in each round of a loop.
for (let i = 0; i < 3; i++) {
  const [first] = tool("list_issues", {});
  if (!first) break;
  if (tool("ask_human", { question: `Close ${first.id}, round ${i}?` }) === "yes") tool("close_issue", { id: first.id });
}
return "done";
