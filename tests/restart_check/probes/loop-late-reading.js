// A reading that only the eleventh round makes.
let at = 0;
for (let i = 0; i < 20; i++) if (i === 11) at = Date.now();
tool("ask_human", { question: "Shall I go on?" });
return `${at}`;
