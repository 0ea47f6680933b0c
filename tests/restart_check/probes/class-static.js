// A static field and a static block.
class Clock {
  static #start;
  static { Clock.#start = Date.now(); }
  static get since() { return Clock.#start; }
}
tool("ask_human", { question: "Shall I go on?" });
return `began ${Clock.since}`;
