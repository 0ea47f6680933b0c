// The hour decides which method a class has.
class A { n() { return "early"; } } if (new Date().getUTCHours() >= 17) A.prototype.n = () => "late";
await tool("ask_human", { question: "go?" });
return new A().n();
