// Ask until the deadline, then hand over whatever is still in the queue.
const TWO_HOURS_MS = 2 * 60 * 60 * 1000;
const deadline = Date.now() + TWO_HOURS_MS;

const queue = (await tool("list_issues", {})).slice();
const total = queue.length;
const closed = [];
const declined = [];
const escalated = [];

while (queue.length > 0 && Date.now() < deadline) {
  const issue = queue.shift();
  const answer = await tool("ask_human", {
    question: `Close #${issue.id} "${issue.title}" (by ${issue.author}, ${issue.comments} comments)? yes/no`,
  });
  if (/^y(es)?$/i.test(answer.trim())) {
    await tool("close_issue", { id: issue.id, comment: "Approved for closing by the maintainer." });
    closed.push(issue);
  } else {
    declined.push(issue);
  }
}

for (const issue of queue) {
  await tool("escalate_issue", {
    id: issue.id,
    reason: "The two hour review window ended before this issue was discussed.",
  });
  escalated.push(issue);
}

const show = (items) => items.map((i) => `#${i.id}`).join(", ") || "none";

return [
  `${total} open issues at the start.`,
  `Closed (${closed.length}): ${show(closed)}`,
  `Left open by decision (${declined.length}): ${show(declined)}`,
  `Escalated after the deadline (${escalated.length}): ${show(escalated)}`,
].join("\n");
