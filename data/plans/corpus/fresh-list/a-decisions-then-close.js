const issues = await tool("list_issues", {});
const approved = [];

for (const issue of issues) {
  const answer = await tool("ask_human", {
    question: `Issue #${issue.id}: ${issue.title}. Should it be closed?`,
  });
  if (answer === "yes") approved.push(issue.id);
}

// The answers took a while, so look again before closing anything.
const current = await tool("list_issues", {});
const openIds = new Set(current.map((issue) => issue.id));

const toClose = approved.filter((id) => openIds.has(id));
const alreadyClosed = approved.filter((id) => !openIds.has(id));

for (const id of toClose) {
  await tool("close_issue", { id });
}

const finalList = await tool("list_issues", {});

let summary = `Asked about ${issues.length} issues, ${approved.length} approved, ${toClose.length} closed.`;
if (alreadyClosed.length) {
  summary += ` ${alreadyClosed.map((id) => "#" + id).join(", ")} had already been closed.`;
}
summary += finalList.length
  ? `\nStill open at the end:\n${finalList.map((i) => `- #${i.id} ${i.title}`).join("\n")}`
  : "\nNo issues are open any more.";
return summary;
