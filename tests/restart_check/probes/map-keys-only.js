// Readings kept in a map of which only the keys are used.
const times = new Map();
for (const { id } of tool("list_issues", {})) {
  times.set(id, new Date());
  tool("ask_human", { question: `Is ${id} urgent?` });
}
return [...times.keys()].join();
