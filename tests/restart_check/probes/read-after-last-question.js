// Read when no question can come any more.
for (const issue of tool("list_issues", {})) {
  tool("ask_human", { question: `Is ${issue.id} urgent?` });
}
return `ended ${new Date().toISOString()}`;
