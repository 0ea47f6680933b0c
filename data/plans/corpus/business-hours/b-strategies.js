/** What to do with an approved issue, first match wins. */
const strategies = [
  {
    name: "closed",
    applies: (minuteOfDay) => minuteOfDay >= 9 * 60 && minuteOfDay < 17 * 60,
    run: ({ id }) => tool("close_issue", { id, comment: "Closed with the maintainer's approval." }),
  },
  {
    name: "scheduled",
    applies: () => true,
    run: ({ id }) => tool("schedule_close", { id }),
  },
];

const utcMinuteOfDay = () => {
  const now = new Date();
  return now.getUTCHours() * 60 + now.getUTCMinutes();
};

const tally = new Map([["closed", []], ["scheduled", []], ["kept", []]]);
const record = (group, issue) => tally.set(group, [...tally.get(group), issue.id]);

const issues = await tool("list_issues", {});

for (const issue of issues) {
  const answer = await tool("ask_human", {
    question: `#${issue.id} ${issue.title} (${issue.comments} comments): close?`,
  });
  const approved = /^y(es)?$/i.test(answer.trim());
  if (!approved) {
    record("kept", issue);
    continue;
  }
  const strategy = strategies.find(({ applies }) => applies(utcMinuteOfDay()));
  await strategy.run(issue);
  record(strategy.name, issue);
}

return [...tally]
  .map(([group, ids]) => `${ids.length} ${group}${ids.length ? ` (${ids.join(", ")})` : ""}`)
  .join(", ");
