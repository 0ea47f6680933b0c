// A helper that stamps only some of its lines.
const line = (text, stamped) => (stamped ? `${Date.now()} ${text}` : text);
tool("log", { message: line("start", false) });
tool("ask_human", { question: "Shall I go on?" });
tool("log", { message: line("end", true) });
return "done";
