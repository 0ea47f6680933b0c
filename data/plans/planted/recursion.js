function decide([issue, ...others], closed) {
  if (!issue) return closed;
  const yes = tool("ask_human", { question: `Can ${issue.id} go? ${issue.title}` }) === "yes";
  if (yes) tool("close_issue", { id: issue.id });
  return decide(others, yes ? [...closed, issue.id] : closed);
}

const closed = decide(tool("list_issues", {}), []);
tool("log", { message: `review done, ${closed.length} closed` });
return `closed ${closed.join(" and ")}`;
