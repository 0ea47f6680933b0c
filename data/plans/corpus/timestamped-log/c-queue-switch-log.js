const stamp = () => new Date().toISOString().replace("T", " ").slice(0, 19);
const log = (m) => tool("log", { message: stamp() + " | " + m });
let queue = await tool("list_issues", {});
let closedIds = [];
let openIds = [];

// stale and noisy issues first
const score = (i) => (i.labels.includes("stale") ? 100 : 0) + i.comments;
queue.sort((a, b) => score(b) - score(a));
await log("queue: " + queue.map((i) => "#" + i.id).join(" "));

while (queue.length) {
  const issue = queue.shift();
  const answer = await tool("ask_human", { question: "Should we close #" + issue.id + " " + issue.title + " [" + issue.labels.join(", ") + "], " + issue.comments + " comments?" });
  switch (answer.trim().toLowerCase()) {
    case "yes":
      try {
        await tool("close_issue", { id: issue.id });
        closedIds.push(issue.id);
        await log("closed #" + issue.id);
      } catch (e) {
        openIds.push(issue.id);
        await log("error closing #" + issue.id + ": " + e.message);
      }
      break;
    case "no":
      openIds.push(issue.id);
      await log("kept #" + issue.id);
      break;
    default:
      openIds.push(issue.id);
      await log("unclear answer for #" + issue.id + ": " + answer);
      break;
  }
}

return "Closed: " + (closedIds.length ? closedIds.join(", ") : "none") + "\nOpen: " + (openIds.length ? openIds.join(", ") : "none");
