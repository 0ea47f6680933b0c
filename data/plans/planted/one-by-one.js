let closed = 0;
let kept = 0;
for (const issue of tool("list_issues", {})) {
  const answer = tool("ask_human", { question: `Close issue #${issue.id} ("${issue.title}", by ${issue.author})?` });
  if (answer === "yes") {
    tool("close_issue", { id: issue.id, comment: "Closed after review." });
    closed += 1;
  } else {
    kept += 1;
  }
}
return `${closed} closed, ${kept} kept open`;
