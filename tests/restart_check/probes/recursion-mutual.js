// Two functions that call each other.
const even = (n) => (n === 0 ? tool("log", { message: `even ${Date.now()}` }) : odd(n - 1));
const odd = (n) => (n === 0 ? tool("log", { message: "odd" }) : even(n - 1));
even(4);
tool("ask_human", { question: "Shall I go on?" });
return "done";
