// A reading that is overwritten before it is used.
let start = Date.now();
start = 0;
tool("ask_human", { question: "Shall I go on?" });
return `began ${start}`;
