// The plan's own tool shadows the host's.
const outcome = ((tool) => tool("log", { message: String(Date.now()) }))(() => "nothing");
tool("ask_human", { question: "Shall I go on?" });
return outcome;
