// A state made by a reducer.
const reduce = (state, action) => {
  switch (action.type) {
    case "asked": return { ...state, asked: state.asked + 1, last: action.at };
    default: return state;
  }
};
let state = { asked: 0, last: null };
for (const { id } of tool("list_issues", {})) {
  tool("ask_human", { question: `Is ${id} urgent?` });
  state = reduce(state, { type: "asked", at: Date.now() });
}
return `${state.asked} asked`;
