// A constant clock handed to a function.
const makeLog = (clock) => (text) => tool("log", { message: `${clock()} ${text}` });
const log = makeLog(() => "noon");
log("start");
tool("ask_human", { question: "Shall I go on?" });
log("end");
return "done";
