// The clock as a parameter's default.
function line(text, at = new Date()) { return `${at.toISOString()} ${text}`; }
tool("log", { message: line("start") });
tool("ask_human", { question: "Shall I go on?" });
return "done";
