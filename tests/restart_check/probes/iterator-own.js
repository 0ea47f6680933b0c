// An object with an iterator of its own.
const clock = {
  *[Symbol.iterator]() { yield Date.now(); yield Date.now(); },
};
const [a] = [...clock];
tool("ask_human", { question: "Shall I go on?" });
return `began ${a}`;
