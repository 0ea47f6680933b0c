// Results that say whether they are there.
const ok = (v) => ({ ok: true, v }); const bad = (e) => ({ ok: false, e });
const ask = async (q) => { try { return ok(await tool("ask_human", { question: q })); } catch (e) { return bad(e); } };
for (const i of await tool("list_issues", {})) { const r = await ask(`Close ${i.id}?`); if (r.ok && r.v === "yes") await tool("close_issue", { id: i.id }); }
