const time = new Intl.DateTimeFormat("en-GB", { timeStyle: "short", timeZone: "UTC" }).format();
tool("log", { message: `review begun at ${time}` });

const closed = tool("list_issues", {}).filter(({ id, title }) => {
  const yes = tool("ask_human", { question: `Is ${id} (${title}) to be closed?` }) === "yes";
  if (yes) tool("close_issue", { id });
  return yes;
});
return `closed: ${closed.map(({ id }) => id).join(", ")}`;
