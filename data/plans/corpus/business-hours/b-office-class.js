class OfficeHours {
  constructor({ from, to }) {
    this.from = from;
    this.to = to;
  }

  isOpen(at) {
    return at.getUTCHours() >= this.from && at.getUTCHours() < this.to;
  }

  /** The next opening strictly after the given time. */
  nextOpening(at) {
    const opening = new Date(
      Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate(), this.from),
    );
    if (opening <= at) opening.setUTCDate(opening.getUTCDate() + 1);
    return opening;
  }
}

class IssueCloser {
  #office;
  #lines = [];

  constructor(office) {
    this.#office = office;
  }

  async review(issue) {
    const answer = await tool("ask_human", { question: `May #${issue.id} (${issue.title}) be closed?` });
    if (answer !== "yes") {
      this.#note(issue, "stays open");
      return;
    }
    const now = new Date();
    await (this.#office.isOpen(now) ? this.#closeNow(issue) : this.#closeLater(issue, now));
  }

  async #closeNow(issue) {
    await tool("close_issue", { id: issue.id });
    this.#note(issue, "closed");
  }

  async #closeLater(issue, now) {
    const at = this.#office.nextOpening(now).toISOString();
    await tool("schedule_close", { id: issue.id, at });
    this.#note(issue, `will be closed at ${at}`);
  }

  #note(issue, text) {
    this.#lines.push(`#${issue.id} ${issue.title}: ${text}`);
  }

  get report() {
    return this.#lines.length > 0 ? this.#lines.join("\n") : "No open issues.";
  }
}

const closer = new IssueCloser(new OfficeHours({ from: 9, to: 17 }));
const issues = await tool("list_issues", {});
for (const issue of issues) {
  await closer.review(issue);
}
return closer.report;
