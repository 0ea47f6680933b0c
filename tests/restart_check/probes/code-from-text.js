// Code made from a text.
const start = new Function("return Date.now()")();
tool("ask_human", { question: "Shall I go on?" });
return `began ${start}`;
