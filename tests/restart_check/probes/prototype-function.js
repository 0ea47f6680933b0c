// A method on a function's prototype.
function A() {}
A.prototype.t = function () { return Date.now(); };
const v = new A().t();
await tool("ask_human", { question: "two?" });
return String(v);
