// A proxy with a trap that reads the clock.
const clock = new Proxy({}, { get: (_, name) => `${String(name)} ${Date.now()}` });
const text = clock.start;
tool("ask_human", { question: "Shall I go on?" });
return text;
