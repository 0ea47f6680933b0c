class Board {
  #issues = [];

  async refresh() {
    this.#issues = await tool("list_issues", {});
    return this;
  }

  get issues() {
    return [...this.#issues];
  }

  has(id) {
    return this.#issues.some((issue) => issue.id === id);
  }
}

class Reviewer {
  constructor(board) {
    this.board = board;
    this.history = new Map();
  }

  pending() {
    return this.board.issues.filter(({ id }) => !this.history.has(id));
  }

  async reviewOne({ id, title }) {
    const answer = await tool("ask_human", { question: `Close #${id} (${title})?` });
    await this.board.refresh();

    if (!this.board.has(id)) return this.history.set(id, "no longer open");
    if (answer !== "yes") return this.history.set(id, "kept");

    await tool("close_issue", { id });
    return this.history.set(id, "closed");
  }

  async reviewAll() {
    await this.board.refresh();
    while (this.pending().length > 0) {
      await this.reviewOne(this.pending()[0]);
    }
  }
}

const board = new Board();
const reviewer = new Reviewer(board);
await reviewer.reviewAll();
await board.refresh();

const reviewed = [...reviewer.history].map(([id, outcome]) => `#${id}: ${outcome}`);
const remaining = board.issues.map(({ id, title }) => `#${id} ${title}`);

return `Reviewed:\n${reviewed.join("\n") || "nothing"}\n\nOpen at the end:\n${remaining.join("\n") || "nothing"}`;
