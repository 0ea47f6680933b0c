// Calls kept as data.
const calls = [["log", { message: "start" }], ["ask_human", { question: "Shall I go on?" }], ["log", { message: "end" }]];
calls.forEach(([name, given]) => tool(name, given));
return "done";
