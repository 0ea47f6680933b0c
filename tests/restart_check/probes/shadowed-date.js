// A Date of the plan's own.
const report = ((Date) => `at ${Date.now()}`)({ now: () => 12 });
tool("ask_human", { question: "Shall I go on?" });
return report;
