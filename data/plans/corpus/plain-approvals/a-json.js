const issues = await tool("list_issues", {});

const summary = {
  total: issues.length,
  closed: [],
  notClosed: [],
};

for (let i = 0; i < issues.length; i++) {
  const { id, title, author, labels, comments } = issues[i];

  const answer = await tool("ask_human", {
    question: [
      `Issue ${i + 1} of ${issues.length}: #${id} ${title}`,
      `Author: ${author}`,
      `Labels: ${labels.join(", ") || "(none)"}`,
      `Comments: ${comments}`,
      "Should it be closed? (yes/no)",
    ].join("\n"),
  });

  if (answer.toLowerCase() !== "yes") {
    summary.notClosed.push({ id, title });
    continue;
  }

  const result = await tool("close_issue", { id, comment: "Closing as approved by the maintainer." });
  summary.closed.push({ id, title, state: result.state });
}

return JSON.stringify(summary, null, 2);
