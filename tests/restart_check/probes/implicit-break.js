// The clock decides how often a loop runs.
const end = Date.now() + 2 * 3600e3;
let asked = 0;
for (const { id } of tool("list_issues", {})) {
  if (Date.now() > end) break;
  tool("ask_human", { question: `Is ${id} urgent?` });
  asked++;
}
return `asked ${asked}`;
