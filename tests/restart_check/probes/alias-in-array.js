// Constructors in an array.
const start = [Date].map((Kind) => new Kind())[0];
tool("ask_human", { question: "Shall I go on?" });
return start.toISOString();
