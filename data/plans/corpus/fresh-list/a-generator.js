// Yields open issues that have not been seen yet, always from a current list.
async function* openIssues() {
  const seen = new Set();
  for (;;) {
    const next = (await tool("list_issues", {})).find(({ id }) => !seen.has(id));
    if (next === undefined) return;
    seen.add(next.id);
    yield next;
  }
}

const outcome = { closed: [], declined: [], failed: [] };

for await (const { id, title } of openIssues()) {
  const answer = await tool("ask_human", { question: `Shall I close #${id} "${title}"?` });
  if (answer !== "yes") {
    outcome.declined.push(id);
    continue;
  }

  try {
    const stillThere = (await tool("list_issues", {})).some((i) => i.id === id);
    if (!stillThere) throw new Error("not open any more");
    await tool("close_issue", { id });
    outcome.closed.push(id);
  } catch (error) {
    outcome.failed.push(`${id} (${error.message})`);
  }
}

const rest = await tool("list_issues", {});
const line = (head, items) => `${head}: ${items.length ? items.map((x) => "#" + x).join(", ") : "-"}`;

return [
  line("Closed", outcome.closed),
  line("Not approved", outcome.declined),
  line("Approved but not closed", outcome.failed),
  line("Open now", rest.map((i) => i.id)),
].join("\n");
