// A date whose reading is replaced.
const at = new Date();
at.setTime(0);
tool("ask_human", { question: "Shall I go on?" });
return at.toISOString();
