// An object with a conversion of its own.
const at = { stamp: Date.now(), [Symbol.toPrimitive]() { return `t${this.stamp}`; } };
tool("ask_human", { question: "Shall I go on?" });
return `${at}`;
