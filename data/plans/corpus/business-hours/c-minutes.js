const OPEN = 9 * 60;
const CLOSE = 17 * 60;

const issues = await tool("list_issues", {});
const result = { closed: [], scheduled: [], rejected: [] };
let index = 0;

while (index < issues.length) {
  const issue = issues[index++];
  const labels = issue.labels.join(", ") || "no labels";
  const reply = (await tool("ask_human", { question: "Issue #" + issue.id + " \"" + issue.title + "\" (" + labels + "). Close?" })).trim().toLowerCase();

  if (reply === "yes") {
    const d = new Date();
    const minutes = d.getUTCHours() * 60 + d.getUTCMinutes();
    if (minutes >= OPEN && minutes <= CLOSE) {
      await tool("close_issue", { id: issue.id, comment: "Closed after maintainer approval." });
      result.closed.push(issue.id);
    } else {
      const s = await tool("schedule_close", { id: issue.id });
      result.scheduled.push(issue.id + " (" + s.at + ")");
    }
  } else {
    result.rejected.push(issue.id);
  }
}

return [
  "Closed immediately: " + (result.closed.join(", ") || "none"),
  "Scheduled: " + (result.scheduled.join(", ") || "none"),
  "Not approved: " + (result.rejected.join(", ") || "none"),
].join("\n");
