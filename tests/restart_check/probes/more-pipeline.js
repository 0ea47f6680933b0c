// Functions put together.
const pipe = (...steps) => (x) => steps.reduce((value, step) => step(value), x);
const line = pipe((x) => `${x}!`, (x) => ({ text: x, at: Date.now() }), ({ text, at }) => `${at} ${text}`);
tool("log", { message: line("start") });
tool("ask_human", { question: "Shall I go on?" });
return "done";
