// Inheritance by prototypes.
function A() {}
A.prototype.t = function () { return Date.now(); };
function B() { A.call(this); }
B.prototype = Object.create(A.prototype);
B.prototype.constructor = B;
const v = new B().t();
await tool("ask_human", { question: "two?" });
return String(v);
