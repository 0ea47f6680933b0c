// The clock as a field.
const env = { clock: { read: Date.now } };
const start = env.clock.read();
tool("ask_human", { question: "Shall I go on?" });
return `began ${start}`;
