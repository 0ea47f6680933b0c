// A wrapper that logs each call with its time, so no step is forgotten.
const stamp = () => new Date().toISOString().replace("T", " ").slice(0, 19) + " UTC";

async function call(name, args = {}) {
  await tool("log", { message: `${stamp()} | ${name} ${JSON.stringify(args)}` });
  try {
    const result = await tool(name, args);
    if (name === "ask_human") {
      await tool("log", { message: `${stamp()} | answer: ${result}` });
    }
    return result;
  } catch (error) {
    await tool("log", { message: `${stamp()} | ${name} failed: ${error?.message ?? error}` });
    throw error;
  }
}

const issues = await call("list_issues");
const closed = [];
const open = [];
const failed = [];

for (const issue of issues) {
  const answer = await call("ask_human", {
    question: `Issue #${issue.id} "${issue.title}" has ${issue.comments} comments. Should it be closed?`,
  });

  if (!/^y(es)?$/i.test(answer.trim())) {
    open.push(issue);
    continue;
  }

  try {
    await call("close_issue", { id: issue.id });
    closed.push(issue);
  } catch {
    failed.push(issue);
  }
}

const ids = (list) => list.map((i) => `#${i.id}`).join(", ") || "none";
return `Closed: ${ids(closed)}. Kept open: ${ids(open)}.` + (failed.length ? ` Failed to close: ${ids(failed)}.` : "");
