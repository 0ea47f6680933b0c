// First collect all decisions, then act on them.
const issues = tool("list_issues", {});

const decisions = issues.map(({ id, title, author }) => ({
  id,
  title,
  approved: tool("ask_human", {
    question: `Should issue #${id} ("${title}", opened by ${author}) be closed? (yes/no)`,
  }).trim().toLowerCase() === "yes",
}));

const approved = decisions.filter((d) => d.approved);
const rejected = decisions.filter((d) => !d.approved);

approved.forEach(({ id }) => tool("close_issue", { id }));

const list = (items) => items.map((d) => `#${d.id} ${d.title}`).join("; ");

let summary = `${issues.length} open issues reviewed, ${approved.length} closed, ${rejected.length} left open.`;
if (approved.length > 0) summary += `\nClosed: ${list(approved)}`;
if (rejected.length > 0) summary += `\nStill open: ${list(rejected)}`;
return summary;
