const isOpen = async (id) => (await tool("list_issues", {})).some((issue) => issue.id === id);

const closed = [];
const gone = [];

for (const issue of await tool("list_issues", {})) {
  if (!(await isOpen(issue.id))) {
    gone.push(issue.id);
    continue;
  }
  const answer = await tool("ask_human", { question: `Should issue #${issue.id} "${issue.title}" be closed?` });
  if (answer !== "yes") continue;

  if (await isOpen(issue.id)) {
    await tool("close_issue", { id: issue.id });
    closed.push(issue.id);
  } else {
    gone.push(issue.id);
  }
}

const remaining = await tool("list_issues", {});
return [
  `Closed: ${closed.map((id) => `#${id}`).join(", ") || "none"}`,
  `Closed by someone else meanwhile: ${gone.map((id) => `#${id}`).join(", ") || "none"}`,
  `Still open: ${remaining.map((i) => `#${i.id} ${i.title}`).join(", ") || "none"}`,
].join("\n");
