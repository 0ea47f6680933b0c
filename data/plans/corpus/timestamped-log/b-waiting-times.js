/**
 * Reviews the open issues with a log of every step, and reports how long
 * each answer took.
 */
const pad = (n) => String(n).padStart(2, "0");

const clockTime = (date) =>
  `${pad(date.getUTCHours())}:${pad(date.getUTCMinutes())}:${pad(date.getUTCSeconds())}`;

const duration = (ms) => {
  const minutes = Math.round(ms / 60000);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
};

const log = (text, when = new Date()) =>
  tool("log", { message: `${when.toISOString().slice(0, 10)} ${clockTime(when)} UTC - ${text}` });

async function review([issue, ...rest], history = []) {
  if (issue === undefined) return history;
  const { id, title } = issue;

  const askedAt = new Date();
  await log(`asked about #${id}`, askedAt);
  const answer = await tool("ask_human", { question: `Should #${id} "${title}" be closed?` });
  const answeredAt = new Date();
  const waited = answeredAt - askedAt;
  await log(`got "${answer}" for #${id} after ${duration(waited)}`, answeredAt);

  if (answer === "yes") {
    await tool("close_issue", { id });
    await log(`closed #${id}`);
  }

  return review(rest, [...history, { id, answer, answeredAt, waited }]);
}

const begun = new Date();
await log("started", begun);
const history = await review(await tool("list_issues", {}));
await log("finished");

const rows = history.map(({ id, answer, answeredAt, waited }) =>
  `#${id}: ${answer === "yes" ? "closed" : "left open"} (answered ${clockTime(answeredAt)} UTC, waited ${duration(waited)})`);
const total = history.reduce((sum, { waited }) => sum + waited, 0);

return [`Started ${begun.toISOString()}; waited ${duration(total)} for answers.`, ...rows].join("\n");
