// The same line twice.
tool("log", { message: "-----" });
tool("ask_human", { question: "Shall I go on?" });
tool("log", { message: "-----" });
return "done";
