// The clock in a loop's condition.
const queue = tool("list_issues", {});
const end = Date.now() + 2 * 3600e3;
do {
  const issue = queue.pop();
  if (!issue) break;
  tool("ask_human", { question: `Is ${issue.id} urgent?` });
} while (Date.now() < end);
return `${queue.length} left`;
