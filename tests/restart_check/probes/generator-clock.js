// A generator that yields readings.
function* stamps() { while (true) yield new Date().toISOString(); }
const lines = [];
const clock = stamps();
for (const { id } of tool("list_issues", {})) {
  lines.push(`${id} ${clock.next().value}`);
  tool("ask_human", { question: `Is ${id} urgent?` });
}
return lines.join("\n");
