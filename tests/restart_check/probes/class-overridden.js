// A method of the base class that is overridden.
class Base {
  stamp() { return Date.now(); }
  line(text) { return `${this.stamp()} ${text}`; }
}
class Log extends Base {
  stamp() { return "noon"; }
  write(text) { tool("log", { message: this.line(text) }); }
}
new Log().write("start");
tool("ask_human", { question: "Shall I go on?" });
return "done";
