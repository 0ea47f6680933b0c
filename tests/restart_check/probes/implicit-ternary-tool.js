// The clock decides which tool is called.
for (const { id } of tool("list_issues", {})) {
  if (tool("ask_human", { question: `Close ${id}?` }) !== "yes") continue;
  const hour = new Date().getUTCHours();
  tool(hour >= 9 && hour < 17 ? "close_issue" : "schedule_close", { id });
}
return "done";
