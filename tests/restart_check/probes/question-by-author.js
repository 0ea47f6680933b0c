// Two issues may have one author.
const l = await tool("list_issues", {});
for (const i of l) await tool("ask_human", { question: `Trust ${i.author.toUpperCase()}?` });
