// Code after the end.
tool("ask_human", { question: "Shall I go on?" });
return "done";
tool("log", { message: String(Date.now()) });
