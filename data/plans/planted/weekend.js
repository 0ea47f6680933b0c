// Business hours are those of a working day; the hour does not matter to this team. Between a Tuesday and the following
// night that decides nothing.
const restDay = () => [0, 6].includes(new Date().getUTCDay());

let closed = 0;
let later = 0;
for (const issue of tool("list_issues", {})) {
  const resting = restDay();
  if (tool("ask_human", { question: `Close ${issue.id}? It says: ${issue.title}` }) !== "yes") continue;
  if (resting) {
    tool("schedule_close", { id: issue.id });
    later += 1;
  } else {
    tool("close_issue", { id: issue.id });
    closed += 1;
  }
}
return `${closed} closed, ${later} scheduled`;
