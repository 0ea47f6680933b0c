// Business hours, in UTC: from 09:00 up to, but not including, 17:00.
const OPENS_AT = 9;
const CLOSES_AT = 17;

/** True when the present moment is within business hours. */
function isBusinessHours() {
  const hour = new Date().getUTCHours();
  return hour >= OPENS_AT && hour < CLOSES_AT;
}

/** Closes the issue right away or schedules it, and says which. */
async function closeOrSchedule(issue) {
  // The time is taken here, after the answer, because the answer may take hours.
  if (isBusinessHours()) {
    await tool("close_issue", { id: issue.id, comment: "Closed with the maintainer's approval." });
    return { kind: "closed" };
  }
  const scheduled = await tool("schedule_close", { id: issue.id });
  return { kind: "scheduled", at: scheduled.at };
}

const closed = [];
const scheduled = [];
const declined = [];

for (const issue of await tool("list_issues", {})) {
  const answer = await tool("ask_human", {
    question: `Should issue #${issue.id} be closed?\n\n${issue.title}\nopened by ${issue.author}, ${issue.comments} comments`,
  });

  if (answer.trim().toLowerCase() !== "yes") {
    declined.push(`#${issue.id} ${issue.title}`);
    continue;
  }

  const outcome = await closeOrSchedule(issue);
  if (outcome.kind === "closed") {
    closed.push(`#${issue.id} ${issue.title}`);
  } else {
    scheduled.push(`#${issue.id} ${issue.title} (at ${outcome.at})`);
  }
}

const block = (title, items) => `${title}: ${items.length}\n` + items.map((s) => `  * ${s}\n`).join("");
return block("Closed now", closed) + block("Scheduled", scheduled) + block("Not approved", declined);
