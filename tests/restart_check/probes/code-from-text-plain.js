// Code made from a text that reads nothing.
const sum = new Function("return 1 + 2")();
tool("ask_human", { question: "Shall I go on?" });
return `${sum}`;
