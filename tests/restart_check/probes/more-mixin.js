// A class made by a function.
const Timed = (Base) => class extends Base { constructor(...given) { super(...given); this.at = Date.now(); } };
class Job { constructor(name) { this.name = name; } }
const job = new (Timed(Job))("x");
tool("ask_human", { question: "Shall I go on?" });
return `${job.name} ${job.at}`;
