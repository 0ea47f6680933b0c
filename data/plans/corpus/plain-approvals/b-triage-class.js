class Triage {
  #closed = [];
  #kept = [];

  constructor(issues) {
    this.issues = Object.freeze([...issues]);
  }

  static async start() {
    return new Triage(await tool("list_issues", {}));
  }

  async isApproved(issue) {
    const labels = issue.labels.length > 0 ? ` [${issue.labels.join(", ")}]` : "";
    const answer = await tool("ask_human", {
      question: `Close #${issue.id}: ${issue.title}${labels}?`,
    });
    return answer === "yes";
  }

  async close(issue) {
    const { state } = await tool("close_issue", { id: issue.id });
    if (state !== "closed") {
      throw new Error(`Issue #${issue.id} is "${state}" after closing`);
    }
    this.#closed.push(issue);
  }

  async run() {
    for (const issue of this.issues) {
      if (await this.isApproved(issue)) {
        await this.close(issue);
      } else {
        this.#kept.push(issue);
      }
    }
    return this;
  }

  summary() {
    const section = (heading, list) => [
      `${heading} (${list.length}):`,
      ...list.map((issue) => `  - #${issue.id} ${issue.title}`),
    ];
    return [...section("Closed", this.#closed), ...section("Left open", this.#kept)].join("\n");
  }
}

const triage = await Triage.start();
await triage.run();
return triage.summary();
