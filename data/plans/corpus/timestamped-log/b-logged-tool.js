const stamp = () => new Date().toISOString().replace("T", " ").slice(0, 19);

/** Like tool(), but writes the time before and after each call to the log. */
const logged = async (name, args) => {
  const started = Date.now();
  await tool("log", { message: `${stamp()} -> ${name} ${JSON.stringify(args)}` });
  const result = await tool(name, args);
  const seconds = Math.round((Date.now() - started) / 1000);
  await tool("log", { message: `${stamp()} <- ${name} after ${seconds} s` });
  return result;
};

const issues = await logged("list_issues", {});
const decisions = [];

for (const issue of issues) {
  const answer = await logged("ask_human", { question: `Close #${issue.id}: ${issue.title}?` });
  const approved = answer === "yes";
  if (approved) {
    await logged("close_issue", { id: issue.id });
  }
  decisions.push({ id: issue.id, approved, at: stamp() });
}

const closed = decisions.filter(({ approved }) => approved);

return [
  `${closed.length} of ${decisions.length} issues closed.`,
  ...decisions.map(({ id, approved, at }) => `#${id}: ${approved ? "closed" : "kept open"} at ${at} UTC`),
].join("\n");
