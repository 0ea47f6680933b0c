for (const issue of tool("list_issues", {})) {
  const question = `Do you want issue #${issue.id} (${issue.title}) closed?`;
  if (tool("ask_human", { question }) === "yes") tool("close_issue", { id: issue.id });
}
const open = tool("list_issues", {}).map((issue) => issue.id);
return `Still open: ${open.join(", ")}`;
