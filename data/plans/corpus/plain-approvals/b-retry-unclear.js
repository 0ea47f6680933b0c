const MAX_ATTEMPTS = 3;
const YES = new Set(["yes", "y", "close", "approved"]);
const NO = new Set(["no", "n", "keep", "rejected"]);

/** Maps free text to "yes", "no" or "unclear". */
const interpret = (text) => {
  const word = String(text ?? "").trim().toLowerCase().replace(/[.!]+$/, "");
  if (YES.has(word)) return "yes";
  if (NO.has(word)) return "no";
  return "unclear";
};

/** Asks until the answer is clear, or the attempts are used up. */
const decide = async (issue, attempt = 1) => {
  const prefix = attempt > 1 ? "Sorry, I need a plain yes or no. " : "";
  const answer = await tool("ask_human", {
    question: `${prefix}Should issue #${issue.id} (${issue.title}) be closed?`,
  });
  const verdict = interpret(answer);
  if (verdict !== "unclear" || attempt >= MAX_ATTEMPTS) return verdict;
  return decide(issue, attempt + 1);
};

const groups = { yes: [], no: [], unclear: [] };

for (const issue of await tool("list_issues", {})) {
  const verdict = await decide(issue);
  if (verdict === "yes") {
    await tool("close_issue", { id: issue.id });
  }
  groups[verdict].push(`#${issue.id}`);
}

const show = (list) => list.join(", ") || "none";

return `Closed: ${show(groups.yes)}. ` +
  `Left open on request: ${show(groups.no)}. ` +
  `Left open because the answer stayed unclear: ${show(groups.unclear)}.`;
