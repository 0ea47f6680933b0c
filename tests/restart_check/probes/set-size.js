// Readings in a set: how many differ.
const times = new Set();
for (const { id } of tool("list_issues", {})) {
  times.add(Date.now());
  tool("ask_human", { question: `Is ${id} urgent?` });
}
return `${times.size} times`;
