// An object as the summary.
const report = { closed: [], started: { at: new Date() } };
tool("ask_human", { question: "Shall I go on?" });
return report;
