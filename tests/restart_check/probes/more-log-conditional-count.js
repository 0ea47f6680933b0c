// A line that holds a count which does not always grow.
let yes = 0;
for (const { id } of tool("list_issues", {})) {
  if (tool("ask_human", { question: `Close ${id}?` }) === "yes") yes += 1;
  tool("log", { message: `${yes} approved so far` });
}
return "done";
