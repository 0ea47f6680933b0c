// A method borrowed from the prototype.
const ms = Date.prototype.getTime.call(new Date());
tool("ask_human", { question: "Shall I go on?" });
return `${ms}`;
