// ---- Settings -------------------------------------------------------------
const BUDGET_HOURS = 2;
const MS_PER_HOUR = 3600e3;
const START = Date.now();
const CUTOFF = START + BUDGET_HOURS * MS_PER_HOUR;

// ---- State ----------------------------------------------------------------
const closed = [];
const keptOpen = [];
const escalated = [];
const errors = [];

// ---- Helpers --------------------------------------------------------------
/** Calls a tool; on failure notes it and gives undefined. */
async function safely(name, args) {
  try {
    return await tool(name, args);
  } catch (err) {
    errors.push(`${name} for #${args.id ?? "?"}: ${err.message}`);
    return undefined;
  }
}

async function askAndClose(issue) {
  const answer = await safely("ask_human", {
    question: `Issue #${issue.id} "${issue.title}" by ${issue.author}. Should it be closed?`,
  });
  if (answer !== "yes") {
    keptOpen.push(issue.id);
    return;
  }
  if (await safely("close_issue", { id: issue.id, comment: "Closed on the maintainer's approval." })) {
    closed.push(issue.id);
  }
}

async function escalate(issue) {
  const reason = `The maintainer could not be asked within ${BUDGET_HOURS} hours.`;
  if (await safely("escalate_issue", { id: issue.id, reason })) {
    escalated.push(issue.id);
  }
}

// ---- Run ------------------------------------------------------------------
const issues = await tool("list_issues", {});
for (const issue of issues) {
  if (Date.now() < CUTOFF) {
    await askAndClose(issue);
  } else {
    await escalate(issue);
  }
}

// ---- Summary --------------------------------------------------------------
const minutes = Math.round((Date.now() - START) / 60000);
return [
  `Finished after ${Math.floor(minutes / 60)} h ${minutes % 60} min.`,
  `Closed ${closed.length}: ${closed.join(", ")}`,
  `Kept open ${keptOpen.length}: ${keptOpen.join(", ")}`,
  `Escalated ${escalated.length}: ${escalated.join(", ")}`,
  errors.length ? `Errors:\n- ${errors.join("\n- ")}` : "No errors.",
].join("\n");
