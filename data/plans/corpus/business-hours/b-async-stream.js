async function* approvedIssues(issues, onDeclined) {
  for (const issue of issues) {
    const answer = await tool("ask_human", { question: `Is it fine to close #${issue.id}, ${issue.title}?` });
    if (answer === "yes") yield issue;
    else onDeclined(issue);
  }
}

const businessHours = {
  start: 9,
  end: 17,
  contains(date) {
    const hours = date.getUTCHours() + date.getUTCMinutes() / 60;
    return hours >= this.start && hours < this.end;
  },
};

const declined = [];
const actions = [];

const open = await tool("list_issues", {});
for await (const { id } of approvedIssues(open, (issue) => declined.push(issue))) {
  const now = new Date();
  const action = businessHours.contains(now) ? "close_issue" : "schedule_close";
  const { state, at = now.toISOString() } = await tool(action, { id });
  actions.push({ id, state, at });
}

return `Approved ${actions.length} of ${open.length} issues.\n` +
  actions.map(({ id, state, at }) => `- #${id} ${state} (${at})\n`).join("") +
  `Declined: ${declined.map(({ id }) => `#${id}`).join(", ") || "none"}`;
