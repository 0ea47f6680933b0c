// The clock decides what a filter keeps.
const early = tool("list_issues", {}).filter(() => new Date().getUTCHours() < 17);
for (const { id } of early) tool("ask_human", { question: `Is ${id} urgent?` });
return "done";
