let issues = await tool("list_issues", {});
let deadline = Date.now() + 7200000; // 2h
let i = 0;
let closedCount = 0;

for (; i < issues.length; i++) {
  if (Date.now() > deadline) break;
  let { id, title } = issues[i];
  let reply = await tool("ask_human", { question: "Issue #" + id + ": \"" + title + "\" - close it?" });
  if (reply.trim().toLowerCase() == "yes") {
    await tool("close_issue", { id: id, comment: "Closed by maintainer decision" });
    closedCount++;
  }
}

const asked = i;
const left = issues.slice(i);
for (const issue of left) {
  await tool("escalate_issue", { id: issue.id, reason: "Deadline of two hours reached before this issue was reviewed." });
}

let summary = "Asked about " + asked + " of " + issues.length + " issues. ";
summary += "Closed " + closedCount + ", declined " + (asked - closedCount) + ". ";
summary += left.length > 0
  ? "Escalated " + left.length + " after the deadline: " + left.map((x) => "#" + x.id).join(", ") + "."
  : "Nothing had to be escalated.";
return summary;
