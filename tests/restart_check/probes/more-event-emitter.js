// Handlers that are registered, then called.
const handlers = {};
const on = (name, run) => { (handlers[name] ||= []).push(run); };
const emit = (name, ...given) => { for (const run of handlers[name] ?? []) run(...given); };
on("step", (text) => tool("log", { message: `${new Date().toISOString()} ${text}` }));
emit("step", "start");
tool("ask_human", { question: "Shall I go on?" });
return "done";
