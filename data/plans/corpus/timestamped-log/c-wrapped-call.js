// Wrap the tool so that every call is logged with its time
const history = [];
const call = async (name, args) => {
  const at = new Date().toISOString();
  const result = await tool(name, args);
  history.push(at + " " + name + (args.id ? " #" + args.id : ""));
  await tool("log", { message: at + " " + name + " " + JSON.stringify(args) });
  return result;
};

const issues = await call("list_issues", {});
const closed = [];

for (const issue of issues) {
  const answer = await call("ask_human", { question: "Should \"" + issue.title + "\" (issue " + issue.id + ") be closed?" });
  if (answer === "yes") {
    await call("close_issue", { id: issue.id, comment: "Approved at " + new Date().toUTCString() });
    closed.push("#" + issue.id);
  }
}

return closed.length + " issues closed (" + closed.join(", ") + ").\n\nActions:\n" + history.join("\n");
