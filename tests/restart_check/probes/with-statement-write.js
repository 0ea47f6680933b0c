// An assignment inside `with` goes to the object, where it has that property.
const at = { seen: 0 };
with (at) {
  seen = Date.now();
}
tool("ask_human", { question: "Shall I close issue 112?" });
tool("log", { message: `started at ${at.seen}` });
return "done";
