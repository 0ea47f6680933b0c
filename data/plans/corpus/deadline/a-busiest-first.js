// With only two hours to ask, start with the issues that have the most discussion.
const begin = Date.now();
const cutoff = begin + 2 * 60 * 60 * 1000;

const issues = await tool("list_issues", {});
issues.sort((a, b) => b.comments - a.comments);

const result = { closed: [], kept: [], escalated: [], errors: [] };
const label = ({ id, title }) => `#${id} "${title}"`;

for (const issue of issues) {
  try {
    if (Date.now() >= cutoff) {
      await tool("escalate_issue", { id: issue.id, reason: "Review deadline of two hours was reached." });
      result.escalated.push(label(issue));
      continue;
    }

    const minutesLeft = Math.round((cutoff - Date.now()) / 60000);
    const answer = await tool("ask_human", {
      question: `Should ${label(issue)} be closed? It has ${issue.comments} comments. (${minutesLeft} min left for this review)`,
    });

    if (/^\s*y/i.test(answer)) {
      await tool("close_issue", { id: issue.id });
      result.closed.push(label(issue));
    } else {
      result.kept.push(label(issue));
    }
  } catch (error) {
    result.errors.push(`${label(issue)}: ${error.message}`);
  }
}

const elapsed = Math.round((Date.now() - begin) / 60000);
let text = `Review finished after ${elapsed} minutes.\n`;
for (const [name, items] of Object.entries(result)) {
  if (items.length === 0) continue;
  text += `\n${name} (${items.length}):\n` + items.map((x) => `  ${x}`).join("\n") + "\n";
}
return text;
