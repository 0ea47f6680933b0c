const log = (message) => tool("log", { message: `${new Date().toISOString()} ${message}` });

log("begin");
let count = 0;
for (const issue of tool("list_issues", {})) {
  log(`asking about ${issue.id}`);
  if (tool("ask_human", { question: `Close issue ${issue.id}, "${issue.title}"?` }) === "yes") {
    tool("close_issue", { id: issue.id });
    log(`closed ${issue.id}`);
    count++;
  }
}
log("end");
return `${count} closed`;
