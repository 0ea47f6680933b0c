// The time since the start, after a question.
tool("ask_human", { question: "Shall I go on?" });
return `took ${Math.round(performance.now())} ms`;
