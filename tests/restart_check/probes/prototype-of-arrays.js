// A method for all arrays.
Array.prototype.last = function () { return Date.now(); };
const v = [1].last();
await tool("ask_human", { question: "two?" });
return String(v);
