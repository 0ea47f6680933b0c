// A comparison that decides nothing.
let ticks = 0;
if (Date.now() % 2 === 0) ticks += 1;
tool("ask_human", { question: "Shall I go on?" });
return "done";
