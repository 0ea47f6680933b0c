// A date made by Reflect.
const start = Reflect.construct(Date, []);
tool("ask_human", { question: "Shall I go on?" });
return `began ${start.toISOString()}`;
