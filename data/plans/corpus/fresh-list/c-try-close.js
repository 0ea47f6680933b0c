let issues = await tool("list_issues", {});
const answers = {};
let closed = 0;
let failed = 0;

// ask
for (let i = 0; i < issues.length; i++) {
  const it = issues[i];
  answers[it.id] = (await tool("ask_human", { question: "Should issue #" + it.id + " (" + it.title + ", labels: " + it.labels.join(", ") + ") be closed?" })).toLowerCase().trim();
}

// refresh and act
issues = await tool("list_issues", {});
for (const it of issues) {
  if (answers[it.id] === "yes") {
    try {
      await tool("close_issue", { id: it.id, comment: "Closing as approved by the maintainer." });
      closed++;
    } catch (err) {
      failed++;
    }
  }
}

// refresh and report
issues = await tool("list_issues", {});
const unseen = issues.filter((it) => !(it.id in answers));
let summary = "Closed " + closed + " issue(s)";
if (failed) summary += ", " + failed + " could not be closed";
summary += ". " + issues.length + " still open: " + issues.map((it) => "#" + it.id).join(", ");
if (unseen.length) summary += ". New since start: " + unseen.map((it) => "#" + it.id + " " + it.title).join(", ");
return summary;
