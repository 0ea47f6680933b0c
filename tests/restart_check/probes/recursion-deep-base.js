// The reading stands where a long recursion ends.
const down = (n) => (n > 0 ? down(n - 1) : Date.now());
const at = down(50);
tool("ask_human", { question: "Shall I go on?" });
return `${at}`;
