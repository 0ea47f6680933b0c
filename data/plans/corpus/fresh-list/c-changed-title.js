const getIssue = async (id) => (await tool("list_issues", {})).find((i) => i.id === id);
const ask = (question) => tool("ask_human", { question });

const first = await tool("list_issues", {});
const notes = [];

for (const { id } of first) {
  const before = await getIssue(id);
  if (!before) {
    notes.push(`#${id}: no longer open`);
    continue;
  }

  const answer = await ask(`Should "${before.title}" (#${id}) be closed? It has ${before.comments} comments.`);
  if (answer !== "yes") {
    notes.push(`#${id}: kept`);
    continue;
  }

  const after = await getIssue(id);
  if (!after) {
    notes.push(`#${id}: closed by someone else meanwhile`);
  } else if (after.comments !== before.comments) {
    // new comments came in while waiting, confirm again
    const again = await ask(`#${id} "${after.title}" got ${after.comments - before.comments} new comment(s). Still close it?`);
    if (again === "yes") {
      await tool("close_issue", { id });
      notes.push(`#${id}: closed after second confirmation`);
    } else {
      notes.push(`#${id}: kept because of new comments`);
    }
  } else {
    await tool("close_issue", { id });
    notes.push(`#${id}: closed`);
  }
}

const end = await tool("list_issues", {});
return notes.join("\n") + "\n\nOpen at the end: " + (end.map((i) => `#${i.id}`).join(" ") || "none");
