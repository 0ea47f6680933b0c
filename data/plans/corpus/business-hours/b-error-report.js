const SECTIONS = ["closed", "scheduled", "declined", "failed"];
const results = Object.fromEntries(SECTIONS.map((section) => [section, []]));

const isoTime = () => new Date().toISOString().slice(11, 16);

function isWorkingTime() {
  const time = isoTime();
  return "09:00" <= time && time < "17:00";
}

async function requestApproval(issue) {
  const details = [`author: ${issue.author}`, `labels: ${issue.labels.join(", ") || "none"}`].join("; ");
  return tool("ask_human", {
    question: `Should issue #${issue.id} "${issue.title}" be closed? (${details})`,
  });
}

async function handleIssue(issue) {
  const answer = await requestApproval(issue);
  if (answer !== "yes") {
    results.declined.push(`#${issue.id} (answer: ${answer})`);
    return;
  }
  if (isWorkingTime()) {
    await tool("close_issue", { id: issue.id });
    results.closed.push(`#${issue.id}`);
    return;
  }
  const { at } = await tool("schedule_close", { id: issue.id });
  results.scheduled.push(`#${issue.id} (${at})`);
}

let issues;
try {
  issues = await tool("list_issues", {});
} catch (error) {
  return `Could not list the open issues: ${error.message}`;
}

for (const issue of issues) {
  try {
    await handleIssue(issue);
  } catch (error) {
    results.failed.push(`#${issue.id} (${error.message})`);
  }
}

return SECTIONS
  .filter((section) => section !== "failed" || results.failed.length > 0)
  .map((section) => `${section.toUpperCase()}: ${results[section].join(", ") || "none"}`)
  .join("\n");
