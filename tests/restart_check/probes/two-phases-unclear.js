// What was unclear is asked about once more, in the same words.
const issues = tool("list_issues", {});
const answers = new Map(issues.map(({ id }) => [id, tool("ask_human", { question: `Close ${id}?` })]));
for (const { id } of issues.filter((issue) => answers.get(issue.id) === "maybe")) {
  answers.set(id, tool("ask_human", { question: `Close ${id}?` }));
}
return [...answers].map(([id, answer]) => `${id} ${answer}`).join(" ");
