// flatMap with readings.
const stamps = [1, 2].flatMap((n) => [n, Date.now()]);
tool("ask_human", { question: "Shall I go on?" });
return stamps.join();
