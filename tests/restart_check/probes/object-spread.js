// A reading through spread and rest.
const base = { at: Date.now() };
const { ...copy } = { ...base, more: 1 };
tool("ask_human", { question: "Shall I go on?" });
return JSON.stringify(copy);
