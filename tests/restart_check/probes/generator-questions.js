// A generator that asks.
function* answers(issues) {
  for (const { id } of issues) yield [id, tool("ask_human", { question: `Is ${id} urgent?` })];
}
const lines = [];
for (const [id, answer] of answers(tool("list_issues", {}))) lines.push(`${id} ${answer}`);
return lines.join("\n");
