const startTime = Date.now();
const MAX_MS = 2 * 60 * 60 * 1000;
const expired = () => Date.now() - startTime > MAX_MS;

const issues = await tool("list_issues", {});
const closed = new Set();
const asked = new Set();

for (const { id, title, author } of issues) {
  if (expired()) break;

  asked.add(id);
  const answer = await tool("ask_human", {
    question: `Issue #${id} from ${author}: "${title}". Close it?`,
  });

  // An answer that was already asked for still counts, even if it arrives late.
  if (answer === "yes") {
    await tool("close_issue", { id });
    closed.add(id);
  }
}

const leftOver = issues.filter(({ id }) => !asked.has(id));
for (const { id } of leftOver) {
  await tool("escalate_issue", { id, reason: "Maintainer could not be asked within two hours." });
}

const ids = (list) => [...list].map((id) => `#${id}`).join(" ");
const kept = [...asked].filter((id) => !closed.has(id));

return (
  `Asked about ${asked.size}/${issues.length} issues.` +
  (closed.size ? ` Closed: ${ids(closed)}.` : " Nothing was closed.") +
  (kept.length ? ` Not approved: ${ids(kept)}.` : "") +
  (leftOver.length ? ` Escalated: ${ids(leftOver.map((i) => i.id))}.` : "")
);
