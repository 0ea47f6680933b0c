// Only the day of the week counts.
const monday = new Date().getUTCDay() === 1;
tool("ask_human", { question: "Shall I go on?" });
return monday ? "monday" : "another day";
