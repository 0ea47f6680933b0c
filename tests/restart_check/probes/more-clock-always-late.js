// A comparison that always comes out the same.
const recent = Date.now() > Date.parse("2020-01-01");
tool("ask_human", { question: "Shall I go on?" });
return recent ? "recent" : "old";
