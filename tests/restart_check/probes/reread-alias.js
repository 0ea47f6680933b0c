// The tool under another name, bound and wrapped.
const run = tool.bind(null);
const list = () => run.call(null, "list" + "_issues", {});
for (const { id } of list()) {
  if (run("ask_human", { question: `Close ${id}?` }) === "yes") run("close_issue", { id });
}
return `${list().length} left`;
