function isBusinessHours(date) {
  const h = date.getUTCHours();
  return h >= 9 && h < 17;
}

function nextOpening(date) {
  const next = new Date(date);
  next.setUTCHours(9, 0, 0, 0);
  if (next <= date) {
    next.setUTCDate(next.getUTCDate() + 1);
  }
  return next.toISOString();
}

async function main() {
  const issues = await tool("list_issues", {});
  const lines = [];

  for (const issue of issues) {
    const answer = await tool("ask_human", {
      question: `Should "${issue.title}" (#${issue.id}, by ${issue.author}, ${issue.comments} comments) be closed?`,
    });
    if (answer.trim().toLowerCase() !== "yes") {
      lines.push(`#${issue.id}: left open`);
      continue;
    }
    const now = new Date();
    if (isBusinessHours(now)) {
      await tool("close_issue", { id: issue.id });
      lines.push(`#${issue.id}: closed`);
    } else {
      const at = nextOpening(now);
      await tool("schedule_close", { id: issue.id, at });
      lines.push(`#${issue.id}: scheduled for ${at}`);
    }
  }
  return lines.join("\n") || "No open issues.";
}

return await main();
