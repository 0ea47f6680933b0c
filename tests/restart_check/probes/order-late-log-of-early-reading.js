// Read early, logged when no question can come any more.
const at = new Date();
for (const { id } of tool("list_issues", {})) tool("ask_human", { question: `Is ${id} urgent?` });
tool("log", { message: at.toISOString() });
return "done";
