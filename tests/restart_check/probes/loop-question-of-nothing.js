// A question that does not depend on the issue it is asked for.
for (const issue of tool("list_issues", {})) {
  const hour = Number(tool("ask_human", { question: "What is the current hour in UTC?" }));
  tool("log", { message: `${issue.id} at ${hour}` });
}
return "done";
