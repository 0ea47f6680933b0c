// The clock as a default that is never used.
function line(text, at = new Date()) { return `${at.toISOString()} ${text}`; }
tool("log", { message: line("start", new Date(0)) });
tool("ask_human", { question: "Shall I go on?" });
return line("end", new Date(1));
