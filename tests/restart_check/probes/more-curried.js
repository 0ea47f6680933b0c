// A curried logger with a constant clock.
const log = (clock) => (level) => (text) => tool("log", { message: `${clock()} ${level} ${text}` });
const info = log(() => "-")("info");
info("start");
tool("ask_human", { question: "Shall I go on?" });
info("end");
return "done";
