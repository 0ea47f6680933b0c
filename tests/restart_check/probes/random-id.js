// A drawn name in a question.
const name = Math.floor(Math.random() * 1e6).toString(36);
tool("ask_human", { question: `Run ${name}: shall I go on?` });
return "done";
