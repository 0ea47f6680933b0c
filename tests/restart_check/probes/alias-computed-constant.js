// The clock behind a name put together of constants.
const part = "no";
const start = globalThis["Da" + "te"][part + "w"]();
tool("ask_human", { question: "Shall I go on?" });
return "began " + start;
