// A draw that is thrown away: the generator is warmed up, then not used.
Math.random();

const verdicts = tool("list_issues", {}).map((issue) => ({
  id: issue.id,
  close: tool("ask_human", { question: `Should #${issue.id}, ${issue.title}, be closed?` }) === "yes",
}));
verdicts.filter((verdict) => verdict.close).forEach(({ id }) => tool("close_issue", { id }));
return verdicts.map(({ id, close }) => `${id}: ${close ? "closed" : "kept"}`).join("; ");
