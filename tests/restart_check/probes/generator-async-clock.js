// An async generator that reads the clock between questions.
async function* steps(issues) {
  for (const { id } of issues) {
    const at = Date.now();
    yield { id, at, answer: await tool("ask_human", { question: `Is ${id} urgent?` }) };
  }
}
let text = "";
for await (const { id, at, answer } of steps(await tool("list_issues", {}))) text += `${id} ${at} ${answer};`;
return text;
