async function main() {
  const issues = await tool("list_issues", {});
  if (issues.length === 0) {
    return "No open issues.";
  }

  const results = { closed: [], open: [] };

  for (const issue of issues) {
    const labels = issue.labels.length ? issue.labels.join(", ") : "none";
    const answer = await tool("ask_human", {
      question: `Close issue #${issue.id} "${issue.title}" by ${issue.author}? (labels: ${labels}, comments: ${issue.comments})`,
    });

    if (answer.trim().toLowerCase() === "yes") {
      await tool("close_issue", { id: issue.id, comment: "Closed after review by the maintainer." });
      results.closed.push(issue);
    } else {
      results.open.push(issue);
    }
  }

  // Build the summary
  const lines = [];
  lines.push(`Reviewed ${issues.length} issues.`);
  lines.push(`Closed (${results.closed.length}): ` + results.closed.map((i) => "#" + i.id).join(", "));
  lines.push(`Left open (${results.open.length}): ` + results.open.map((i) => "#" + i.id).join(", "));
  return lines.join("\n");
}

return await main();
