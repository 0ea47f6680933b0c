// The clock got by Reflect.
const start = Reflect.get(Date, "now")();
tool("ask_human", { question: "Shall I go on?" });
return `began ${start}`;
