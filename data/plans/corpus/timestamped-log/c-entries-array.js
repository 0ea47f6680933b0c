async function main() {
  const entries = [];

  async function record(action, issue) {
    const entry = { time: new Date().toISOString(), action, id: issue ? issue.id : null };
    entries.push(entry);
    await tool("log", { message: `${entry.time} ${action}${issue ? ` #${issue.id} ${issue.title}` : ""}` });
  }

  await record("started");
  const issues = await tool("list_issues", {});

  for (const issue of issues) {
    await record("asked", issue);
    const answer = await tool("ask_human", {
      question: `Should #${issue.id} "${issue.title}" by ${issue.author} be closed?`,
    });
    if (answer.trim().toLowerCase() === "yes") {
      await tool("close_issue", { id: issue.id });
      await record("closed", issue);
    } else {
      await record("kept", issue);
    }
  }
  await record("finished");

  const closed = entries.filter((e) => e.action === "closed");
  const kept = entries.filter((e) => e.action === "kept");
  return `Closed ${closed.length}, kept ${kept.length}.\n` +
    entries.map((e) => `${e.time} ${e.action}${e.id ? " #" + e.id : ""}`).join("\n");
}

return await main();
