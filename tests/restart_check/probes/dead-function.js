// A function that nobody calls.
function stamp() { return new Date().toISOString(); }
tool("ask_human", { question: "Shall I go on?" });
return "done";
