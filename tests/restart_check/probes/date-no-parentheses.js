// new Date without parentheses.
const start = new Date;
tool("ask_human", { question: "Shall I go on?" });
return start.toJSON();
