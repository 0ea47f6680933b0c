// A reading in a method of the base class.
class Base {
  stamp() { return Date.now(); }
  line(text) { return `${this.stamp()} ${text}`; }
}
class Log extends Base {
  write(text) { tool("log", { message: super.line(text) }); }
}
new Log().write("start");
tool("ask_human", { question: "Shall I go on?" });
return "done";
