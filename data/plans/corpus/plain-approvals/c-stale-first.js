// Ask about stale issues first, then the quiet ones
const log = (m) => tool("log", { message: m });
let issues = await tool("list_issues", {});

issues.sort((a, b) => {
  const sa = a.labels.includes("stale") ? 0 : 1;
  const sb = b.labels.includes("stale") ? 0 : 1;
  if (sa !== sb) return sa - sb;
  return a.comments - b.comments;
});

await log("Found " + issues.length + " open issues");
const closed = [];
const errors = [];
for (const issue of issues) {
  const q = "Should I close #" + issue.id + " \"" + issue.title + "\" by " + issue.author +
    (issue.labels.includes("stale") ? " [stale]" : "") + "?";
  const answer = await tool("ask_human", { question: q });
  if (answer.toLowerCase() !== "yes") continue;
  try {
    await tool("close_issue", { id: issue.id });
    closed.push(issue.id);
  } catch (e) {
    errors.push("#" + issue.id + ": " + e.message);
    await log("Could not close #" + issue.id);
  }
}

let text = "Asked about " + issues.length + " issues and closed " + closed.length + ".";
if (closed.length) text += " Closed: #" + closed.join(", #") + ".";
if (errors.length) text += " Errors: " + errors.join("; ") + ".";
return text;
