// The clock behind a text as a property's name.
const start = Date["now"]();
tool("ask_human", { question: "Shall I go on?" });
return "began " + start;
