// A function chosen by a name that is known only when it runs.
const actions = {
  yes: () => `yes at ${Date.now()}`,
  no: () => "no",
};
const lines = [];
for (const { id } of tool("list_issues", {})) {
  const answer = tool("ask_human", { question: `Close ${id}?` });
  lines.push((actions[answer] ?? actions.no)());
}
return lines.join(" ");
