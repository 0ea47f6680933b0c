// A method of all maps is replaced.
Map.prototype.get = function () { return Date.now(); };
const v = new Map([["a", 1]]).get("a");
await tool("ask_human", { question: "two?" });
return String(v);
