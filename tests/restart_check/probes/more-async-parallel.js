// Questions in parallel, readings between.
const answers = await Promise.all((await tool("list_issues", {})).map(async ({ id }) => {
  const at = Date.now();
  const answer = await tool("ask_human", { question: `Is ${id} urgent?` });
  return `${id} ${answer} ${at}`;
}));
return answers.join("\n");
