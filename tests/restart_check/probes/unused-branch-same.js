// A comparison whose two branches do the same.
const late = Date.now() > 1e12;
if (late) {
  tool("log", { message: "go" });
} else {
  tool("log", { message: "go" });
}
tool("ask_human", { question: "Shall I go on?" });
return "done";
