// A check that may throw.
const check = async (i) => { if (!i.id) throw new Error("no id"); return i; };
const l = await tool("list_issues", {});
for (const i of l) { const j = await check(i); await tool("ask_human", { question: `Close ${j.id}?` }); }
