// A recursion without anything that differs.
const work = ([first, ...rest], lines) => {
  if (first === undefined) return lines;
  const answer = tool("ask_human", { question: `Is ${first.id} urgent?` });
  return work(rest, [...lines, `${first.id} ${answer}`]);
};
return work(tool("list_issues", {}), []).join("\n");
