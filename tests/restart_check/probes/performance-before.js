// The time since the start, before any question: nothing has passed.
const t = Math.round(performance.now());
tool("ask_human", { question: "Shall I go on?" });
return `began at ${t}`;
