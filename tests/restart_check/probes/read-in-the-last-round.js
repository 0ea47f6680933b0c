// Read in a loop after the answer: the next question still comes.
const lines = [];
for (const { id } of tool("list_issues", {})) {
  const answer = tool("ask_human", { question: `Is ${id} urgent?` });
  lines.push(`${id} ${answer} ${Date.now()}`);
}
return lines.join("\n");
