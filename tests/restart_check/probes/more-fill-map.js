// An array filled, then mapped.
const stamps = Array(2).fill(0).map((_, i) => i + Date.now());
tool("ask_human", { question: "Shall I go on?" });
return stamps.join();
