// Readings kept in a map.
const times = new Map();
for (const { id } of tool("list_issues", {})) {
  times.set(id, new Date());
  tool("ask_human", { question: `Is ${id} urgent?` });
}
return [...times].map(([id, at]) => `${id} ${at.toISOString()}`).join("\n");
