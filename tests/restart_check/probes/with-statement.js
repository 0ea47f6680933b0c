// A name inside `with` is a property of the object.
const at = { now: Date.now() };
tool("ask_human", { question: "Shall I close issue 112?" });
with (at) {
  tool("log", { message: `started at ${now}` });
}
return "done";
