// A branch behind a constant that is false.
const DEBUG = false;
const trace = (text) => { if (DEBUG) tool("log", { message: `${Date.now()} ${text}` }); };
trace("start");
tool("ask_human", { question: "Shall I go on?" });
trace("end");
return "done";
