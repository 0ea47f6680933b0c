// A static method used as a callback.
class Format { static line(text) { return `${Date.now()} ${text}`; } }
const lines = ["a", "b"].map(Format.line);
tool("ask_human", { question: "Shall I go on?" });
return lines.join();
