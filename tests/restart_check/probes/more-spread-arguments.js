// A reading in spread arguments.
const write = (...parts) => tool("log", { message: parts.join(" ") });
write(..."a b".split(" "), ...[Date.now()]);
tool("ask_human", { question: "Shall I go on?" });
return "done";
