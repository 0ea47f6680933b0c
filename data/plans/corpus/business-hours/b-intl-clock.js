const clock = new Intl.DateTimeFormat("en-GB", {
  timeZone: "UTC",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});

const WINDOW = Object.freeze({ opens: "09:00", closes: "17:00" });

// "HH:MM" strings of equal length compare in the order of time.
const inWindow = (time) => time >= WINDOW.opens && time < WINDOW.closes;

const issues = await tool("list_issues", {});
const entries = [];

for (const { id, title } of issues) {
  const answer = await tool("ask_human", { question: `Close issue ${id}, "${title}"?` });
  const time = clock.format(new Date());

  if (answer !== "yes") {
    entries.push({ id, title, outcome: "not approved", time });
  } else if (inWindow(time)) {
    const { state } = await tool("close_issue", { id });
    entries.push({ id, title, outcome: state, time });
  } else {
    const { state, at } = await tool("schedule_close", { id });
    entries.push({ id, title, outcome: `${state} for ${at}`, time });
  }
}

return entries
  .map(({ id, title, outcome, time }) => `[${time} UTC] #${id} ${title}: ${outcome}`)
  .join("\n");
