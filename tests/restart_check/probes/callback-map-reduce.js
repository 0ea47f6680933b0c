// A reading through map, filter and reduce.
const starts = [1, 2, 3].map((n) => n + Date.now());
const total = starts.filter((n) => n > 2).reduce((sum, n) => sum + n, 0);
tool("ask_human", { question: "Shall I go on?" });
return `total ${total}`;
