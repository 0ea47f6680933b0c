// A class that extends Date.
class Stamp extends Date {
  get short() { return this.toISOString().slice(0, 16); }
}
const start = new Stamp();
tool("ask_human", { question: "Shall I go on?" });
return start.short;
