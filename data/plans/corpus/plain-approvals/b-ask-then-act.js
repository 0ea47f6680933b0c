// Phase 1: collect the decisions. Phase 2: act on them. Phase 3: report.

const issues = await tool("list_issues", {});

// --- 1. Decisions ---------------------------------------------------------
const decisions = new Map();
for (const { id, title, author } of issues) {
  const question = `Issue #${id} by ${author}: "${title}". Should it be closed?`;
  decisions.set(id, await tool("ask_human", { question }));
}

// --- 2. Actions -----------------------------------------------------------
const approved = issues.filter(({ id }) => decisions.get(id) === "yes");
const declined = issues.filter(({ id }) => decisions.get(id) !== "yes");

const closed = [];
for (const { id } of approved) {
  closed.push(await tool("close_issue", { id }));
}

// --- 3. Report ------------------------------------------------------------
const titles = Object.fromEntries(issues.map(({ id, title }) => [id, title]));

return [
  `${issues.length} asked, ${closed.length} closed, ${declined.length} left open.`,
  ...closed.map(({ id, state }) => `#${id} ${titles[id]}: ${state}`),
  ...declined.map(({ id, title }) => `#${id} ${title}: open (answer: ${decisions.get(id)})`),
].join("\n");
