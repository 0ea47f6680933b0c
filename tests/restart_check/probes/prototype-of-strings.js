// A method for all strings.
String.prototype.stamp = function () { return this + Date.now(); };
const v = "a".stamp();
await tool("ask_human", { question: "two?" });
return v;
