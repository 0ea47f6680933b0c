return (() => {
  const end = Date.now() + 2 * 60 * 60 * 1000;
  let remaining = tool("list_issues", {});
  let approved = [];
  let denied = [];

  do {
    if (remaining.length === 0) break;
    const current = remaining[0];
    remaining = remaining.slice(1);
    const ans = tool("ask_human", { question: `Can issue #${current.id} (${current.title}) be closed?` });
    if (ans === "yes") {
      tool("close_issue", { id: current.id });
      approved.push(current.id);
    } else {
      denied.push(current.id);
    }
  } while (Date.now() < end);

  remaining.map((r) => tool("escalate_issue", { id: r.id, reason: "time limit" }));

  return JSON.stringify({
    closed: approved,
    stillOpen: denied,
    escalated: remaining.map((r) => r.id),
  });
})();
