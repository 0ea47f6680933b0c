// A function reaches itself by its arguments.
function f(x) { return arguments.callee.stamp(); }
f.stamp = () => Date.now();
const v = f();
await tool("ask_human", { question: "two?" });
return String(v);
