type Issue = { id: number; title: string; author: string; labels: string[]; comments: number };

const fetchOpen = async (): Promise<Issue[]> => await tool("list_issues", {});
const isOpen = async (id: number): Promise<boolean> => {
  const list = await fetchOpen();
  return list.some((i: Issue) => i.id === id);
};

let closed: number[] = [];
let vanished: number[] = [];

for (const issue of await fetchOpen()) {
  if (!(await isOpen(issue.id))) {
    vanished.push(issue.id);
    continue;
  }
  const answer: string = await tool("ask_human", {
    question: `Should issue #${issue.id} "${issue.title}" be closed? Author: ${issue.author}, labels: ${issue.labels.join(", ") || "none"}`,
  });
  if (answer.trim().toLowerCase() !== "yes") continue;

  if (await isOpen(issue.id)) {
    await tool("close_issue", { id: issue.id });
    closed.push(issue.id);
  } else {
    vanished.push(issue.id);
  }
}

const stillOpen: Issue[] = await fetchOpen();
const show = (ids: number[]): string => ids.length > 0 ? ids.map((n) => `#${n}`).join(", ") : "none";

return `Closed: ${show(closed)}\nClosed by others: ${show(vanished)}\nStill open: ${show(stillOpen.map((i) => i.id))}`;
