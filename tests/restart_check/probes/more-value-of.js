// A subtraction that calls valueOf.
class Moment { constructor() { this.ms = Date.now(); } valueOf() { return this.ms; } }
const first = new Moment();
tool("ask_human", { question: "Shall I go on?" });
return String(first - 0);
