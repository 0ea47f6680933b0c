// A reading less itself.
const t = Date.now();
tool("ask_human", { question: "Shall I go on?" });
return `${t - t}`;
