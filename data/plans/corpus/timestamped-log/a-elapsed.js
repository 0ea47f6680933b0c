// Every line carries the clock time and the minutes since the start.
const start = Date.now();

async function log(message) {
  const now = Date.now();
  const minutes = ((now - start) / 60000).toFixed(1);
  await tool("log", { message: `${new Date(now).toISOString()} (+${minutes} min) ${message}` });
}

await log("start of review");
const issues = await tool("list_issues", {});
await log(`listed ${issues.length} open issue(s)`);

const closed = [];
const kept = [];

for (let i = 0; i < issues.length; i++) {
  const { id, title, author } = issues[i];
  const asked = Date.now();
  await log(`asking about #${id} (${i + 1} of ${issues.length})`);

  const answer = await tool("ask_human", {
    question: `Should issue #${id}, "${title}" by ${author}, be closed?`,
  });
  const waited = Math.round((Date.now() - asked) / 60000);
  await log(`answer on #${id} after ${waited} min: ${answer}`);

  if (answer.trim().toLowerCase() === "yes") {
    await tool("close_issue", { id, comment: "Approved by the maintainer." });
    closed.push(id);
    await log(`closed #${id}`);
  } else {
    kept.push(id);
    await log(`left #${id} open`);
  }
}

await log("end of review");

const totalMinutes = Math.round((Date.now() - start) / 60000);
return [
  `Review of ${issues.length} issues took ${totalMinutes} minutes.`,
  `Closed: ${closed.join(", ") || "none"}.`,
  `Left open: ${kept.join(", ") || "none"}.`,
].join(" ");
