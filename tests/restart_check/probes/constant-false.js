// A branch that is never taken.
if (false) tool("log", { message: String(Date.now()) });
tool("ask_human", { question: "Shall I go on?" });
return "done";
