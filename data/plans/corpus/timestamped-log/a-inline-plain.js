await tool("log", { message: `${new Date().toISOString()} Starting` });

const issues = await tool("list_issues", {});
const decisions = new Map();

for (const { id, title } of issues) {
  const answer = await tool("ask_human", { question: `Close #${id} ${title}? (yes/no)` });
  await tool("log", { message: `${new Date().toISOString()} Asked about #${id}, answer: ${answer}` });
  decisions.set(id, answer === "yes");
}

for (const [id, approved] of decisions) {
  if (!approved) continue;
  await tool("close_issue", { id });
  await tool("log", { message: `${new Date().toISOString()} Closed #${id}` });
}

await tool("log", { message: `${new Date().toISOString()} Finished` });

const closedIds = [...decisions].filter(([, approved]) => approved).map(([id]) => id);
const openIds = [...decisions].filter(([, approved]) => !approved).map(([id]) => id);

return `Closed ${closedIds.length} issue(s) (${closedIds.join(", ") || "none"}), kept ${openIds.length} open (${openIds.join(", ") || "none"}).`;
