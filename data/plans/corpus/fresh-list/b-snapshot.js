const initial = await tool("list_issues", {});
const results = { closed: [], kept: [], vanished: [], errors: [] };

const currentIds = async () => new Set((await tool("list_issues", {})).map(({ id }) => id));

for (const { id, title } of initial) {
  try {
    if (!(await currentIds()).has(id)) {
      results.vanished.push(id);
      continue;
    }

    const answer = await tool("ask_human", { question: `Should issue #${id} be closed? "${title}"` });

    if (answer !== "yes") {
      results.kept.push(id);
    } else if ((await currentIds()).has(id)) {
      await tool("close_issue", { id, comment: "Approved for closing." });
      results.closed.push(id);
    } else {
      results.vanished.push(id);
    }
  } catch (error) {
    results.errors.push(`#${id}: ${error.message}`);
  }
}

const final = await tool("list_issues", {});
const knownIds = new Set(initial.map(({ id }) => id));
const added = final.filter(({ id }) => !knownIds.has(id));

const list = (ids) => ids.map((id) => `#${id}`).join(", ") || "none";

return [
  `Closed: ${list(results.closed)}`,
  `Kept: ${list(results.kept)}`,
  `Gone before we could act: ${list(results.vanished)}`,
  `Opened meanwhile, not asked about: ${list(added.map(({ id }) => id))}`,
  `Still open: ${list(final.map(({ id }) => id))}`,
  ...results.errors.map((line) => `Error ${line}`),
].join("\n");
