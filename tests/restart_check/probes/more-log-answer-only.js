// A line that holds the answer alone.
for (const { id } of tool("list_issues", {})) {
  tool("log", { message: tool("ask_human", { question: `Close ${id}?` }) });
}
return "done";
