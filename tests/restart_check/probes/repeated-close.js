// An issue closed twice.
const [first] = tool("list_issues", {});
tool("ask_human", { question: "Shall I go on?" });
tool("close_issue", { id: first.id });
tool("close_issue", { id: first.id });
return "done";
