// A reading in a callback of replace.
const text = "began TIME".replace("TIME", () => new Date().toISOString());
tool("ask_human", { question: "Shall I go on?" });
return text;
