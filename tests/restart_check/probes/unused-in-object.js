// A reading kept in a field that nobody reads.
const state = { started: Date.now(), count: 0 };
for (const { id } of tool("list_issues", {})) {
  tool("ask_human", { question: `Is ${id} urgent?` });
  state.count += 1;
}
return `asked ${state.count}`;
