// A reading in a callback of forEach.
tool("list_issues", {}).forEach((issue) => {
  const at = Date.now();
  const answer = tool("ask_human", { question: `Is ${issue.id} urgent?` });
  tool("log", { message: `${issue.id} ${answer} asked at ${at}` });
});
return "done";
