async function main() {
  const asked = new Set();
  const closed = [];

  while (true) {
    const current = await tool("list_issues", {});
    const next = current.find((issue) => !asked.has(issue.id));
    if (!next) break;

    asked.add(next.id);
    const answer = await tool("ask_human", {
      question: `Should #${next.id} "${next.title}" by ${next.author} be closed? (${next.comments} comments)`,
    });

    if (answer.trim().toLowerCase() === "yes") {
      const fresh = await tool("list_issues", {});
      const stillOpen = fresh.find((issue) => issue.id === next.id);
      if (stillOpen) {
        await tool("close_issue", { id: next.id });
        closed.push(next);
      } else {
        await tool("log", { message: `#${next.id} was already closed` });
      }
    }
  }

  const remaining = await tool("list_issues", {});
  return [
    `Asked about ${asked.size} issues, closed ${closed.length}.`,
    `Still open (${remaining.length}):`,
    ...remaining.map((i) => `- #${i.id} ${i.title}`),
  ].join("\n");
}

return await main();
