class Journal {
  #entries = [];

  async add(event, details = "") {
    const entry = Object.freeze({ at: new Date(), event, details });
    this.#entries.push(entry);
    await tool("log", { message: Journal.format(entry) });
  }

  static format({ at, event, details }) {
    return `${at.toISOString()} ${event.padEnd(8)} ${details}`.trimEnd();
  }

  toString() {
    return this.#entries.map(Journal.format).join("\n");
  }
}

class Review {
  counts = { closed: 0, kept: 0 };

  constructor(journal) {
    this.journal = journal;
  }

  async handle({ id, title }) {
    await this.journal.add("ASK", `#${id} ${title}`);
    const answer = await tool("ask_human", { question: `Close issue #${id} (${title})?` });
    await this.journal.add("ANSWER", `#${id} ${answer}`);

    if (answer !== "yes") {
      this.counts.kept += 1;
      return;
    }
    const { state } = await tool("close_issue", { id });
    await this.journal.add("CLOSE", `#${id} is ${state}`);
    this.counts.closed += 1;
  }
}

const journal = new Journal();
const review = new Review(journal);

await journal.add("START");
for (const issue of await tool("list_issues", {})) {
  await review.handle(issue);
}
await journal.add("END");

const { closed, kept } = review.counts;
return `Closed ${closed}, kept ${kept}.\n\n${journal}`;
