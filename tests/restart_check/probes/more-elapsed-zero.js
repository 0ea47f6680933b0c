// The time between two readings with no question between.
const t0 = Date.now();
const issues = tool("list_issues", {});
const took = Date.now() - t0;
tool("ask_human", { question: "Shall I go on?" });
return `${issues.length} issues in ${took} ms`;
