// A draw that is thrown away.
Math.random();
void Math.random();
tool("ask_human", { question: "Shall I go on?" });
return "done";
