// A reading on one branch, a question on the other.
const many = tool("list_issues", {}).length > 3;
let text;
if (many) text = tool("ask_human", { question: "Shall I go on?" });
else text = `${Date.now()}`;
return text;
