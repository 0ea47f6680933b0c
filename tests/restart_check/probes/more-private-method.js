// A private method that reads the clock.
class Log { #stamp() { return Date.now(); } write(text) { tool("log", { message: `${this.#stamp()} ${text}` }); } }
new Log().write("start");
tool("ask_human", { question: "Shall I go on?" });
return "done";
