// The plan puts a clock of its own in the place of Date.
globalThis.Date = { now: () => 5 };
tool("ask_human", { question: "Shall I go on?" });
const at = Date.now();
tool("ask_human", { question: "Now?" });
return `${at}`;
