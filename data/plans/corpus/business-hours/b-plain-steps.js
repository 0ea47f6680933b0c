const OPENING_HOUR = 9;
const CLOSING_HOUR = 17;

/** True between 09:00 and 17:00 UTC. */
function isBusinessHours(date) {
  const hour = date.getUTCHours();
  return hour >= OPENING_HOUR && hour < CLOSING_HOUR;
}

/** Closes now or schedules the closing, depending on the hour. */
async function closeOrSchedule(issue) {
  if (isBusinessHours(new Date())) {
    return tool("close_issue", { id: issue.id });
  }
  return tool("schedule_close", { id: issue.id });
}

const closed = [];
const scheduled = [];
const kept = [];

for (const issue of await tool("list_issues", {})) {
  const answer = await tool("ask_human", {
    question: `Should issue #${issue.id} "${issue.title}" be closed?`,
  });

  if (answer !== "yes") {
    kept.push(`#${issue.id}`);
    continue;
  }

  const result = await closeOrSchedule(issue);
  if (result.state === "scheduled") {
    scheduled.push(`#${issue.id} at ${result.at}`);
  } else {
    closed.push(`#${issue.id}`);
  }
}

return [
  `Closed: ${closed.join(", ") || "none"}`,
  `Scheduled: ${scheduled.join(", ") || "none"}`,
  `Left open: ${kept.join(", ") || "none"}`,
].join("\n");
