return await (async function () {
  const list = () => tool("list_issues", {});
  const log = (m) => tool("log", { message: m });
  const initial = await list();
  const known = new Map(initial.map((i) => [i.id, i]));
  const queue = [...initial];
  const closed = new Set();

  while (queue.length) {
    const issue = queue.shift();
    const answer = await tool("ask_human", { question: "Close issue #" + issue.id + " - " + issue.title + "?" });
    const fresh = await list();

    // pick up issues opened while waiting
    for (const f of fresh) {
      if (!known.has(f.id)) {
        known.set(f.id, f);
        queue.push(f);
        await log("New issue #" + f.id + " added to the queue");
      }
    }

    if (answer.toLowerCase() === "yes") {
      if (fresh.find((f) => f.id === issue.id)) {
        await tool("close_issue", { id: issue.id });
        closed.add(issue.id);
      } else {
        await log("#" + issue.id + " is not open anymore");
      }
    }
  }

  const open = await list();
  return "Reviewed " + known.size + " issues (" + initial.length + " at start). Closed " + closed.size + ": " +
    [...closed].join(", ") + ". Still open " + open.length + ": " + open.map((o) => o.id + " (" + o.title + ")").join(", ") + ".";
})();
