// Tools as methods of an object made with a loop.
const api = {};
for (const name of ["log", "ask_human"]) api[name] = (given) => tool(name, given);
api.log({ message: new Date().toISOString() });
api.ask_human({ question: "Shall I go on?" });
return "done";
