const started = Date.now();
const log = async (msg) => {
  const t = new Date();
  const secs = Math.floor((t.getTime() - started) / 1000);
  await tool("log", { message: `${t.toISOString()} (+${secs}s) ${msg}` });
};

let yes = 0;
let no = 0;
const issues = await tool("list_issues", {});
await log(`Loaded ${issues.length} open issues`);

for (let i = 0; i < issues.length; i++) {
  const issue = issues[i];
  const askedAt = Date.now();
  await log(`Asking about #${issue.id} (${issue.comments} comments)`);
  const answer = (await tool("ask_human", { question: `Close #${issue.id} "${issue.title}"?` })).toLowerCase().trim();
  const waited = Math.round((Date.now() - askedAt) / 60000);
  await log(`Got "${answer}" for #${issue.id} after ${waited} min`);

  if (answer === "yes") {
    await tool("close_issue", { id: issue.id });
    await log(`Closed #${issue.id}`);
    yes++;
  } else {
    no++;
  }
}

const totalMinutes = Math.round((Date.now() - started) / 60000);
await log("Finished");
return `Reviewed ${issues.length} issues in ${totalMinutes} minutes: ${yes} closed, ${no} left open.`;
