// A static method of a class of one's own, through an instance.
class Stamp { constructor(t) { this.t = t ?? 5; } static at() { return Date.now(); } }
const s = new Stamp(3);
const u = s.constructor.at();
await tool("ask_human", { question: "two?" });
return String(u);
