const TIME_FORMAT = new Intl.DateTimeFormat("en-GB", {
  dateStyle: "medium",
  timeStyle: "long",
  timeZone: "UTC",
});

const lines = [];

const note = async (text) => {
  const line = `${TIME_FORMAT.format(new Date())}: ${text}`;
  lines.push(line);
  await tool("log", { message: line });
};

const issues = await tool("list_issues", {});
await note(`listed ${issues.length} open issues`);

const approved = [];

for (const { id, title, author } of issues) {
  await note(`asking whether #${id} should be closed`);
  const answer = await tool("ask_human", {
    question: `${author} opened #${id}, "${title}". Should it be closed?`,
  });

  if (answer.trim().toLowerCase() !== "yes") {
    await note(`#${id} not approved ("${answer}")`);
    continue;
  }

  await note(`#${id} approved, closing it`);
  await tool("close_issue", { id });
  approved.push(id);
  await note(`#${id} closed`);
}

return `${approved.length} issue(s) closed, ${issues.length - approved.length} left open.\n` +
  `What happened:\n${lines.map((line) => `  ${line}`).join("\n")}`;
