// A branch behind a constant field.
const OPTIONS = Object.freeze({ stamp: false, limit: 2 });
const line = (text) => (OPTIONS.stamp ? `${new Date().toISOString()} ${text}` : text);
tool("log", { message: line("start") });
tool("ask_human", { question: "Shall I go on?" });
return line("done");
