// A reading through types, casts and a parameter property.
class Run {
  constructor(private readonly started: Date = new Date(), public label?: string) {}
  get text(): string { return `${(this.started as Date)!.toISOString()} ${this.label ?? ""}`; }
}
const run: Run = new Run(undefined, "x");
await (tool("ask_human", { question: "Shall I go on?" }) as Promise<string>);
return run.text;
