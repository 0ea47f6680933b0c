const issues = tool("list_issues", {});
let closed = [];
let gone = [];

for (const issue of issues) {
  const answer = tool("ask_human", { question: "Should issue #" + issue.id + " \"" + issue.title + "\" be closed?" });
  if (answer === "yes") {
    // check it is still open
    const current = tool("list_issues", {});
    if (current.some((c) => c.id === issue.id)) {
      tool("close_issue", { id: issue.id });
      closed.push(issue.id);
    } else {
      gone.push(issue.id);
    }
  }
}

const open = tool("list_issues", {});
return "Closed: " + (closed.join(", ") || "none") + ". Already gone: " + (gone.join(", ") || "none") +
  ". Still open: " + (open.map((o) => "#" + o.id + " " + o.title).join(", ") || "none") + ".";
