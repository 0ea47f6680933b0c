// The tool applied to a list of arguments.
for (const call of [["log", { message: `${Date.now()}` }], ["ask_human", { question: "Shall I go on?" }]]) tool.apply(null, call);
return "done";
