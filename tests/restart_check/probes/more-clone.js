// A reading through a clone.
const state = Object.assign({}, { at: new Date() });
tool("ask_human", { question: "Shall I go on?" });
return Object.values(state).map((v) => v.getTime()).join();
