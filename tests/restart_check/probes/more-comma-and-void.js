// Readings dropped by the comma and by void.
let x = (Date.now(), 5);
x += void Math.random() === undefined ? 1 : 2;
tool("ask_human", { question: "Shall I go on?" });
return `${x}`;
