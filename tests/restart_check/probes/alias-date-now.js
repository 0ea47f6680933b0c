// The clock under another name.
const now = Date.now;
const start = now();
tool("ask_human", { question: "Shall I go on?" });
tool("log", { message: `began ${start}` });
return "done";
