// Structured log: one JSON object a line.

const LEVEL = Object.freeze({ INFO: "info", ERROR: "error" });

const logger = {
  async write(level, event, fields = {}) {
    const entry = { time: new Date().toISOString(), level, event, ...fields };
    await tool("log", { message: JSON.stringify(entry) });
  },
  info(event, fields) {
    return this.write(LEVEL.INFO, event, fields);
  },
  error(event, fields) {
    return this.write(LEVEL.ERROR, event, fields);
  },
};

/** Runs one step; logs the outcome and gives { ok, value }. */
async function step(event, fields, run) {
  try {
    const value = await run();
    await logger.info(event, fields);
    return { ok: true, value };
  } catch (error) {
    await logger.error(event, { ...fields, error: error.message });
    return { ok: false, value: null };
  }
}

const outcome = { closed: [], open: [], failed: [] };

const listing = await step("list", {}, () => tool("list_issues", {}));
if (!listing.ok) return "The issues could not be listed; see the log.";

for (const { id, title } of listing.value) {
  await logger.info("ask", { id });
  const asked = await step("answered", { id }, () =>
    tool("ask_human", { question: `Should issue #${id}, "${title}", be closed?` }));
  if (!asked.ok) {
    outcome.failed.push(id);
    continue;
  }
  if (asked.value !== "yes") {
    await logger.info("keep", { id, answer: asked.value });
    outcome.open.push(id);
    continue;
  }
  const closing = await step("close", { id }, () => tool("close_issue", { id }));
  outcome[closing.ok ? "closed" : "failed"].push(id);
}

await logger.info("done", {
  closed: outcome.closed.length,
  open: outcome.open.length,
  failed: outcome.failed.length,
});

return Object.entries(outcome)
  .filter(([, ids]) => ids.length > 0)
  .map(([name, ids]) => `${name}: ${ids.map((id) => `#${id}`).join(", ")}`)
  .join("\n") || "No open issues.";
