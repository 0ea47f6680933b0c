// A closure over a counter.
const counter = () => { let n = 0; return () => ++n; };
const next = counter();
for (const { id } of tool("list_issues", {})) tool("ask_human", { question: `${next()}: is ${id} urgent?` });
return `asked ${next() - 1}`;
