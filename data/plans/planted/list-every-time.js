const asked = new Set();
const next = () => tool("list_issues", {}).find((issue) => !asked.has(issue.id));

let open = 0;
for (let issue = next(); issue; issue = next()) {
  asked.add(issue.id);
  if (tool("ask_human", { question: `${issue.title} (${issue.id}): close?` }) === "yes") {
    tool("close_issue", { id: issue.id });
  }
  open = tool("list_issues", {}).length;
  tool("log", { message: `after ${issue.id}: ${open} open` });
}
return `${open} open at the end`;
