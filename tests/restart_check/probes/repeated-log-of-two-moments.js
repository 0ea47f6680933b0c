// Two lines with the time, after the last question and before any.
const [first] = tool("list_issues", {});
tool("log", { message: `${first.id} begins` });
tool("ask_human", { question: "Shall I go on?" });
tool("log", { message: `${first.id} ends ${new Date().toISOString()}` });
return "done";
