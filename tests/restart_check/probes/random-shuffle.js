// Issues in a random order.
const l = await tool("list_issues", {}); const s = [...l]; for (let i = s.length - 1; i > 0; i--) { const j = Math.floor(Math.random() * (i + 1)); [s[i], s[j]] = [s[j], s[i]]; }
for (const i of s) await tool("ask_human", { question: `c ${i.id}?` });
