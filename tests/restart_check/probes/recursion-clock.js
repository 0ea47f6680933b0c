// A recursion that carries a reading along.
const work = ([first, ...rest], lines) => {
  if (first === undefined) return lines;
  const at = Date.now();
  tool("ask_human", { question: `Is ${first.id} urgent?` });
  return work(rest, [...lines, `${first.id} ${at}`]);
};
return work(tool("list_issues", {}), []).join("\n");
