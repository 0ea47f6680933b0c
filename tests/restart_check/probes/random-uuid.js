// A drawn identifier after the last question.
tool("ask_human", { question: "Shall I go on?" });
return crypto.randomUUID();
