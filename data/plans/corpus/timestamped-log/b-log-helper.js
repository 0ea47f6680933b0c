/** Writes a line to the log, with the current time in front. */
async function log(message) {
  await tool("log", { message: `[${new Date().toISOString()}] ${message}` });
}

async function isApproved({ id, title }) {
  await log(`Asking about #${id} "${title}"`);
  const answer = await tool("ask_human", { question: `Should issue #${id} "${title}" be closed?` });
  await log(`Answer for #${id}: ${answer}`);
  return answer === "yes";
}

async function close({ id }) {
  await tool("close_issue", { id });
  await log(`Closed #${id}`);
}

await log("Review started");
const issues = await tool("list_issues", {});
await log(`Found ${issues.length} open issue(s)`);

const closed = [];
for (const issue of issues) {
  if (!(await isApproved(issue))) {
    await log(`Left #${issue.id} open`);
    continue;
  }
  await close(issue);
  closed.push(issue);
}

await log(`Review finished, ${closed.length} closed`);

return closed.length === 0
  ? `No issue was closed (${issues.length} asked about).`
  : `Closed ${closed.length} of ${issues.length}: ${closed.map(({ id }) => `#${id}`).join(", ")}.`;
