// A recursion over a list that is written down.
const walk = ([first, ...rest]) => (first === undefined ? Math.random() : walk(rest));
const drawn = walk([1, 2, 3, 4, 5, 6]);
tool("ask_human", { question: "Shall I go on?" });
return `${drawn}`;
