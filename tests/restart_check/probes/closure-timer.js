// A closure over a reading.
const countdown = (hours) => {
  const end = Date.now() + hours * 3600e3;
  return () => Date.now() >= end;
};
const over = countdown(2);
for (const { id } of tool("list_issues", {})) {
  if (over()) tool("escalate_issue", { id });
  else tool("ask_human", { question: `Is ${id} urgent?` });
}
return "done";
