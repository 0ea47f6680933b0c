// new.target.
function A() { this.t = new.target.now(); }
A.now = () => Date.now();
const v = new A().t;
await tool("ask_human", { question: "two?" });
return String(v);
