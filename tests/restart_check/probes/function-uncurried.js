// A method is turned into a function.
const uncurry = Function.prototype.call.bind(Date.prototype.getTime);
const v = uncurry(new Date());
await tool("ask_human", { question: "two?" });
return String(v);
