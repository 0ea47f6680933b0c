const LIMIT_MS = 1000 * 60 * 60 * 2;
const begin = new Date();
const elapsed = () => new Date() - begin;

/**
 * Yields one decision for every issue: the maintainer's answer while there
 * is time, "escalate" afterwards.
 */
async function* decisions(issues) {
  for (const issue of issues) {
    if (elapsed() >= LIMIT_MS) {
      yield { issue, decision: "escalate" };
      continue;
    }
    const answer = await tool("ask_human", {
      question: `Should #${issue.id} be closed? ${issue.title} (${issue.comments} comments)`,
    });
    yield { issue, decision: answer === "yes" ? "close" : "keep" };
  }
}

const actions = {
  close: ({ id }) => tool("close_issue", { id }),
  escalate: ({ id }) => tool("escalate_issue", { id, reason: "Two hours passed without a decision." }),
  keep: ({ id }) => ({ id, state: "open" }),
};

const states = new Map();
for await (const { issue, decision } of decisions(await tool("list_issues", {}))) {
  const { state } = await actions[decision](issue);
  states.set(issue.id, state);
}

const withState = (wanted) => [...states].filter(([, state]) => state === wanted).map(([id]) => `#${id}`);

return ["closed", "open", "escalated"]
  .map((state) => `${state}: ${withState(state).join(", ") || "none"}`)
  .join(" | ");
