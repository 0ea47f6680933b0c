const utcTime = () =>
  new Intl.DateTimeFormat("en-GB", {
    timeZone: "UTC",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  }).format(new Date());

const rows = [];

for (const issue of await tool("list_issues", {})) {
  const row = { id: issue.id, title: issue.title, result: "kept open" };
  rows.push(row);

  const answer = await tool("ask_human", {
    question: `Do you approve closing issue #${issue.id}, "${issue.title}" by ${issue.author}?`,
  });
  if (!answer.toLowerCase().startsWith("y")) continue;

  const time = utcTime();
  try {
    if (time >= "09:00" && time < "17:00") {
      await tool("close_issue", { id: issue.id });
      row.result = `closed at ${time} UTC`;
    } else {
      const { at } = await tool("schedule_close", { id: issue.id });
      row.result = `approved at ${time} UTC, closes ${at ?? "at the next 09:00 UTC"}`;
    }
  } catch (e) {
    row.result = `approved, but closing failed (${e.message})`;
  }
}

if (rows.length === 0) return "No open issues were found.";

return ["| Issue | Title | Result |", "|---|---|---|"]
  .concat(rows.map((r) => `| #${r.id} | ${r.title} | ${r.result} |`))
  .join("\n");
