// A reading that comes out when an object becomes a text.
class Deadline {
  constructor() { this.at = new Date(); }
  toString() { return this.at.toISOString(); }
}
const deadline = new Deadline();
tool("ask_human", { question: "Shall I go on?" });
return `until ${deadline}`;
