// A reading in a field.
class Run {
  started = new Date();
  #count = 0;
  step() { this.#count += 1; return this.#count; }
  get text() { return `${this.#count} steps since ${this.started.toISOString()}`; }
}
const run = new Run();
for (const { id } of tool("list_issues", {})) { run.step(); tool("ask_human", { question: `Is ${id} urgent?` }); }
return run.text;
