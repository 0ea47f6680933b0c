async function current() {
  const issues = await tool("list_issues", {});
  return new Map(issues.map((issue) => [issue.id, issue]));
}

const all = await current();
const approved = [];
for (const [id, issue] of all) {
  const answer = await tool("ask_human", { question: `Close "${issue.title}", #${id}?` });
  if (answer === "yes") approved.push(id);
}
for (const id of approved) {
  if ((await current()).has(id)) await tool("close_issue", { id });
}
const rest = await current();
return `closed ${approved.length}, open ${rest.size}`;
