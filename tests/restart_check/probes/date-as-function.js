// Date called without new.
const start = Date();
tool("ask_human", { question: "Shall I go on?" });
return start;
