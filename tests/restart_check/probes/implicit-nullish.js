// Short circuits and the clock.
const late = new Date().getUTCHours() >= 17 || null;
const word = (late && "late") ?? "early";
tool("ask_human", { question: "Shall I go on?" });
return word;
