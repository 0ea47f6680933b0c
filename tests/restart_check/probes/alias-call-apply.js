// The clock called and applied.
const start = Date.now.call(null) - Date.now.apply(Date, []) + Date.now.call();
tool("ask_human", { question: "Shall I go on?" });
return `began ${start}`;
