// The plan puts a function of its own in the place of Math.random.
Math.random = () => 0.5;
tool("ask_human", { question: "Shall I go on?" });
return `${Math.random()}`;
