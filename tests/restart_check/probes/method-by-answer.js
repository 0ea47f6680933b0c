// The answer names the method.
class A { close() { return Date.now(); } keep() { return 1; } }
const which = (await tool("ask_human", { question: "close?" })) === "yes" ? "close" : "keep";
const v = new A()[which]();
await tool("ask_human", { question: "two?" });
return String(v);
