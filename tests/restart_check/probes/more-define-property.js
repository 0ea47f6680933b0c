// A getter that is defined later.
const clock = {};
Object.defineProperty(clock, "now", { get: () => Date.now() });
tool("log", { message: `${clock.now}` });
tool("ask_human", { question: "Shall I go on?" });
return "done";
