// ---- Constants --------------------------------------------------------------
const MAX_ASKS_PER_ISSUE = 3;

// ---- Issue store ------------------------------------------------------------
const store = {
  async all() {
    return tool("list_issues", {});
  },
  async byId(id) {
    const issues = await this.all();
    return issues.find((issue) => issue.id === id) ?? null;
  },
};

/** What the maintainer's decision rests on. */
const fingerprint = ({ title, labels, comments }) => JSON.stringify([title, labels, comments]);

// ---- Review -----------------------------------------------------------------
/** Asks about an issue; asks again when it changed during the wait. */
async function review(issue, asks = 1) {
  const note = asks > 1 ? " (the issue changed since the last question)" : "";
  const answer = await tool("ask_human", {
    question: `Should #${issue.id} "${issue.title}", ${issue.comments} comments, be closed?${note}`,
  });

  const current = await store.byId(issue.id);
  if (current === null) return "already gone";
  if (answer !== "yes") return "kept open";

  if (fingerprint(current) !== fingerprint(issue)) {
    if (asks >= MAX_ASKS_PER_ISSUE) return "kept open, it keeps changing";
    return review(current, asks + 1);
  }

  await tool("close_issue", { id: current.id });
  return "closed";
}

// ---- Main -------------------------------------------------------------------
const outcomes = new Map();
let pending = await store.all();

while (pending.length > 0) {
  const [issue] = pending;
  outcomes.set(issue.id, await review(issue));
  pending = (await store.all()).filter(({ id }) => !outcomes.has(id));
}

// ---- Summary ----------------------------------------------------------------
const open = await store.all();
return [
  "Decisions:",
  ...[...outcomes].map(([id, outcome]) => `- #${id}: ${outcome}`),
  `Still open at the end (${open.length}):`,
  ...open.map((issue) => `- #${issue.id} ${issue.title} (${issue.author})`),
].join("\n");
