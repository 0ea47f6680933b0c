type Result<T> = { ok: true; value: T } | { ok: false; error: string };

type Issue = { id: number; title: string; author: string; labels: string[]; comments: number };

async function attempt<T>(name: string, args: Record<string, unknown>): Promise<Result<T>> {
  try {
    return { ok: true, value: (await tool(name, args)) as T };
  } catch (e) {
    return { ok: false, error: `${name}: ${(e as Error).message}` };
  }
}

const listing = await attempt<Issue[]>("list_issues", {});
if (!listing.ok) return `The open issues could not be listed. ${listing.error}`;

const lines: string[] = [];
let closedCount = 0;

for (const { id, title } of listing.value) {
  const answer = await attempt<string>("ask_human", { question: `Close issue #${id} (${title})?` });
  if (!answer.ok) {
    lines.push(`#${id}: no answer, left open. ${answer.error}`);
    continue;
  }
  if (answer.value !== "yes") {
    lines.push(`#${id}: left open`);
    continue;
  }
  const closing = await attempt<{ id: number; state: "closed" }>("close_issue", { id });
  if (closing.ok) closedCount += 1;
  lines.push(closing.ok ? `#${id}: ${closing.value.state}` : `#${id}: approved, not closed. ${closing.error}`);
}

return [`Closed ${closedCount} of ${listing.value.length} open issues.`, ...lines].join("\n");
