// An issue that is put back is asked about again.
const queue = [...tool("list_issues", {})];
let left = 8;
while (queue.length > 0 && left-- > 0) {
  const issue = queue.shift();
  const answer = tool("ask_human", { question: `Close ${issue.id}?` });
  if (answer === "maybe") queue.push(issue);
}
return "done";
