// The clock handed to a function.
const makeLog = (clock) => (text) => tool("log", { message: `${clock()} ${text}` });
const log = makeLog(() => new Date().toISOString());
log("start");
tool("ask_human", { question: "Shall I go on?" });
return "done";
