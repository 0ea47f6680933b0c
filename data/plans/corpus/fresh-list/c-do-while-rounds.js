let seen = [];
let closedCount = 0;
let keptCount = 0;
let todo;

do {
  todo = tool("list_issues", {}).filter((i) => !seen.includes(i.id));
  // least discussed first
  todo.sort((a, b) => a.comments - b.comments);
  if (todo.length === 0) break;

  const issue = todo[0];
  seen.push(issue.id);
  const reply = tool("ask_human", { question: "May I close \"" + issue.title + "\" (#" + issue.id + ") opened by " + issue.author + "?" });
  const ok = reply.trim().toLowerCase() === "yes";
  const still = tool("list_issues", {}).some((i) => i.id === issue.id);

  if (ok && still) {
    tool("close_issue", { id: issue.id });
    closedCount++;
  } else {
    keptCount++;
  }
} while (todo.length > 0);

const finalList = tool("list_issues", {});
return closedCount + " closed, " + keptCount + " not closed. Open now: " + finalList.length + "\n" +
  finalList.map((i) => "  #" + i.id + " " + i.title).join("\n");
