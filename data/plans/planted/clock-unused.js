// The time is read, and nothing comes of it.
const now = Date.now();
let closed = 0;
for (const issue of tool("list_issues", {})) {
  if (tool("ask_human", { question: `Close ${issue.id} (${issue.title})?` }) === "yes") {
    tool("close_issue", { id: issue.id });
    tool("log", { message: `closed ${issue.id}` });
    closed += 1;
  }
}
return `${closed} closed`;
