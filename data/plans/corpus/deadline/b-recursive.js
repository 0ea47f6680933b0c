const start = Date.now();
const hoursSinceStart = () => (Date.now() - start) / 3_600_000;

const escalateAll = async (issues) => {
  const handed = await Promise.all(
    issues.map(({ id }) =>
      tool("escalate_issue", { id, reason: "Review time of two hours used up" }),
    ),
  );
  return handed.map(({ id, state }) => ({ id, state }));
};

const work = async (issues, done = []) => {
  if (issues.length === 0) return done;
  if (hoursSinceStart() >= 2) return [...done, ...(await escalateAll(issues))];

  const [{ id, title }, ...others] = issues;
  const answer = await tool("ask_human", { question: `Close issue #${id}: ${title}?` });
  const result = answer === "yes" ? await tool("close_issue", { id }) : { id, state: "left open" };

  return work(others, [...done, result]);
};

const outcome = await work(await tool("list_issues", {}));

const count = (state) => outcome.filter((entry) => entry.state === state).length;

return `${count("closed")} closed, ${count("left open")} left open, ${count("escalated")} escalated.\n` +
  outcome.map(({ id, state }) => `#${id}: ${state}`).join("\n");
