const withinHours = () => {
  const now = new Date();
  const minutes = now.getUTCHours() * 60 + now.getUTCMinutes();
  return minutes >= 540 && minutes < 1020;
};

const result = { closed: 0, scheduled: 0 };
tool("list_issues", {}).forEach((issue) => {
  const tool_name = withinHours() ? "close_issue" : "schedule_close";
  const reply = tool("ask_human", { question: `#${issue.id} ${issue.title}. Close it?` });
  if (reply.toLowerCase() === "yes") {
    const { state } = tool(tool_name, { id: issue.id });
    result[state] += 1;
  }
});
return `${result.closed} closed now, ${result.scheduled} for later`;
