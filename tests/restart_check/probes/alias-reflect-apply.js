// The clock called by Reflect.
const start = Reflect.apply(Date.now, null, []);
tool("ask_human", { question: "Shall I go on?" });
return `began ${start}`;
