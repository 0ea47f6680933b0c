// The clock bound.
const clock = Date.now.bind(Date);
const start = clock();
tool("ask_human", { question: "Shall I go on?" });
return `began ${start}`;
