// What is read inside `with` has nothing to do with the clock.
const said = { text: "closed" };
tool("ask_human", { question: "Shall I close issue 112?" });
with (said) {
  tool("log", { message: text });
}
return "done";
