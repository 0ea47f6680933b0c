// The same line in every round.
for (const { id } of tool("list_issues", {})) {
  tool("log", { message: "asking" });
  tool("ask_human", { question: `Is ${id} urgent?` });
}
return "done";
