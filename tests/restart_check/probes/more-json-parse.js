// A reading through JSON and back.
const copy = JSON.parse(JSON.stringify({ at: Date.now(), n: 1 }));
tool("ask_human", { question: "Shall I go on?" });
return `${copy.at}`;
