// A reading through the arguments object.
function write() { tool("log", { message: String(arguments[1]) }); }
write("a", Date.now());
tool("ask_human", { question: "Shall I go on?" });
return "done";
