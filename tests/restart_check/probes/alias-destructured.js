// The clock taken out of Date, renamed, with a default.
const { now: clock = () => 0 } = Date;
tool("log", { message: String(clock()) });
tool("ask_human", { question: "Shall I go on?" });
return "done";
