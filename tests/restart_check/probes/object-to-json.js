// A reading that comes out when an object becomes JSON.
const entry = { toJSON() { return { at: Date.now() }; } };
const text = JSON.stringify({ entry });
tool("ask_human", { question: "Shall I go on?" });
return text;
