// A reading in finally.
const issues = tool("list_issues", {});
for (const { id } of issues) {
  try {
    if (tool("ask_human", { question: `Is ${id} urgent?` }) === "yes") continue;
  } finally {
    tool("log", { message: `${id} at ${Date.now()}` });
  }
}
return "done";
