// Array.from with a length and a function.
const stamps = Array.from({ length: 2 }, () => Date.now());
tool("ask_human", { question: "Shall I go on?" });
return stamps.join();
