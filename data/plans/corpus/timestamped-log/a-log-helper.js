const log = (message) => tool("log", { message: `[${new Date().toISOString()}] ${message}` });

const issues = await tool("list_issues", {});
await log(`Found ${issues.length} open issues`);

const closed = [];
for (const issue of issues) {
  await log(`Asking about #${issue.id}`);
  const answer = await tool("ask_human", { question: `Should issue #${issue.id} "${issue.title}" be closed?` });
  await log(`Answer for #${issue.id}: ${answer}`);

  if (answer === "yes") {
    await tool("close_issue", { id: issue.id });
    await log(`Closed #${issue.id}`);
    closed.push(issue.id);
  }
}

await log("Done");
return `Closed ${closed.length} of ${issues.length} issues${closed.length ? ": " + closed.map((id) => `#${id}`).join(", ") : ""}.`;
