// The same, counted outside.
let n = 9;
const down = () => { n -= 1; if (n > 0) return down(); return Date.now(); };
const at = down();
tool("ask_human", { question: "Shall I go on?" });
return `${at}`;
