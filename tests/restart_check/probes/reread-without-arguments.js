// The list is read without arguments, then with none in them.
const a = await tool("list_issues"); await tool("ask_human", { question: "go?" }); await tool("close_issue", { id: a[0].id });
const b = await tool("list_issues", {});
return String(b.length);
