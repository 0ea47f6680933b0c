type Issue = Readonly<{ id: number; title: string; labels: readonly string[] }>;

interface Timed<T> {
  value: T;
  startedAt: Date;
  endedAt: Date;
}

const write = (at: Date, text: string): Promise<null> =>
  tool("log", { message: `${at.toLocaleString("en-GB", { timeZone: "UTC" })} UTC | ${text}` });

/** Runs a tool call and keeps the times of its start and end. */
async function timed<T>(text: string, call: () => T | Promise<T>): Promise<Timed<T>> {
  const startedAt = new Date();
  await write(startedAt, `${text}: begin`);
  try {
    const value = await call();
    const endedAt = new Date();
    await write(endedAt, `${text}: done`);
    return { value, startedAt, endedAt };
  } catch (error) {
    await write(new Date(), `${text}: failed, ${(error as Error).message}`);
    throw error;
  }
}

const { value: issues } = await timed<Issue[]>("list issues", () => tool("list_issues", {}));
const summary: string[] = [];

for (const { id, title, labels } of issues) {
  try {
    const tags = labels.length ? ` [${labels.join(", ")}]` : "";
    const { value: answer } = await timed<string>(`ask about #${id}`, () =>
      tool("ask_human", { question: `Close #${id} ${title}${tags}?` }),
    );
    if (answer !== "yes") {
      await write(new Date(), `#${id} stays open (${answer})`);
      summary.push(`#${id} ${title}: open`);
      continue;
    }
    const { endedAt } = await timed(`close #${id}`, () => tool("close_issue", { id }));
    summary.push(`#${id} ${title}: closed at ${endedAt.toISOString()}`);
  } catch (error) {
    summary.push(`#${id} ${title}: error, ${(error as Error).message}`);
  }
}

return summary.join("\n") || "No open issues were found.";
