// A line that holds a running count.
let n = 0;
for (const { id } of tool("list_issues", {})) {
  tool("ask_human", { question: `Close ${id}?` });
  n += 1;
  tool("log", { message: `${n} answers so far` });
}
return "done";
