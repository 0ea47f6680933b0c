// Two issues may have the same label, so their questions may be the same.
for (const issue of tool("list_issues", {})) {
  tool("ask_human", { question: `Who looks after ${issue.labels[0]}?` });
}
return "done";
