class Deadline {
  #end;

  constructor(hours, from = new Date()) {
    this.#end = new Date(from.getTime() + hours * 3_600_000);
  }

  get passed() {
    return new Date() >= this.#end;
  }

  get minutesLeft() {
    return Math.max(0, Math.round((this.#end - new Date()) / 60_000));
  }

  toString() {
    return this.#end.toISOString();
  }
}

const deadline = new Deadline(2);
const queue = await tool("list_issues", {});
const closed = [];
const kept = [];
const escalated = [];

while (queue.length > 0 && !deadline.passed) {
  const issue = queue.shift();
  const answer = await tool("ask_human", {
    question: `Close #${issue.id} "${issue.title}"? (${deadline.minutesLeft} min left for this round)`,
  });
  if (answer === "yes") {
    await tool("close_issue", { id: issue.id });
    closed.push(issue);
  } else {
    kept.push(issue);
  }
}

for (const issue of queue) {
  await tool("escalate_issue", {
    id: issue.id,
    reason: `Not reviewed before the deadline at ${deadline}`,
  });
  escalated.push(issue);
}

const names = (list) => list.map((issue) => `#${issue.id} ${issue.title}`).join("; ") || "none";

return `Deadline: ${deadline}\nClosed: ${names(closed)}\nNot closed: ${names(kept)}\nEscalated: ${names(escalated)}`;
