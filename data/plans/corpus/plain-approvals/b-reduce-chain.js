const label = ({ id, title }) => `#${id} ${title}`;

const ask = (issue) =>
  tool("ask_human", { question: `Should "${label(issue)}" be closed?` });

const review = async (issue) => {
  const answer = await ask(issue);
  if (answer !== "yes") return { issue, outcome: "kept open" };
  const { state } = await tool("close_issue", { id: issue.id });
  return { issue, outcome: state };
};

const issues = await tool("list_issues", {});

const reviews = await issues.reduce(
  async (previous, issue) => [...(await previous), await review(issue)],
  Promise.resolve([]),
);

const byOutcome = reviews.reduce(
  (groups, { issue, outcome }) => ({
    ...groups,
    [outcome]: [...(groups[outcome] ?? []), label(issue)],
  }),
  {},
);

return Object.entries(byOutcome)
  .flatMap(([outcome, lines]) => [`${outcome}: ${lines.length}`, ...lines.map((line) => `  ${line}`)])
  .join("\n") || "Nothing was open.";
