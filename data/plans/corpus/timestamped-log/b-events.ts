interface Issue {
  id: number;
  title: string;
  author: string;
  labels: string[];
  comments: number;
}

const EVENT_TEXT = {
  listed: "open issues listed",
  asked: "maintainer asked",
  approved: "closing approved",
  declined: "closing declined",
  closed: "issue closed",
} as const;

type EventName = keyof typeof EVENT_TEXT;

interface LogEvent {
  readonly time: string;
  readonly name: EventName;
  readonly id?: number;
}

const events: LogEvent[] = [];

async function emit(name: EventName, id?: number): Promise<void> {
  const event: LogEvent = { time: new Date().toISOString(), name, id };
  events.push(event);
  await tool("log", { message: render(event) });
}

function render({ time, name, id }: LogEvent): string {
  return `${time} ${EVENT_TEXT[name]}${id === undefined ? "" : ` (#${id})`}`;
}

const issues: Issue[] = await tool("list_issues", {});
await emit("listed");

for (const { id, title, author } of issues) {
  await emit("asked", id);
  const answer: string = await tool("ask_human", {
    question: `Should issue #${id} "${title}" by ${author} be closed?`,
  });

  if (answer !== "yes") {
    await emit("declined", id);
    continue;
  }

  await emit("approved", id);
  await tool("close_issue", { id });
  await emit("closed", id);
}

const count = (name: EventName): number => events.filter((event) => event.name === name).length;

return [
  `${count("asked")} asked, ${count("closed")} closed, ${count("declined")} declined.`,
  ...events.map(render),
].join("\n");
