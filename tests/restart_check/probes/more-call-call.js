// call called.
const ms = Function.prototype.call.call(Date.now, null);
tool("ask_human", { question: "Shall I go on?" });
return `${ms}`;
