const isYes = (s) => String(s).trim().toLowerCase().startsWith("y");

const issues = await tool("list_issues", {});

const decisions = issues.map((issue) => ({
  issue,
  approved: isYes(tool("ask_human", { question: `Should "${issue.title}" (#${issue.id}, ${issue.comments} comments) be closed?` })),
}));

const toClose = decisions.filter((d) => d.approved);
toClose.forEach(({ issue }) => tool("close_issue", { id: issue.id }));

return toClose.length > 0
  ? `Closed ${toClose.length} of ${issues.length} issues: ${toClose.map((d) => d.issue.title).join("; ")}.`
  : `None of the ${issues.length} open issues was approved for closing.`;
