// A line for each issue, and a line for each answer.
for (const { id, title } of tool("list_issues", {})) {
  tool("log", { message: `asking about ${id} ${title}` });
  const answer = tool("ask_human", { question: `Close ${id}?` });
  tool("log", { message: `answer about ${id}: ${answer}` });
}
return "done";
