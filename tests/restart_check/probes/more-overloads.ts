// Overloads, a type guard, and a reading behind them.
function stamp(at: Date): string;
function stamp(at: string): string;
function stamp(at: Date | string): string { return typeof at === "string" ? at : at.toISOString(); }
const isDate = (x: unknown): x is Date => x instanceof Date;
const now: unknown = new Date();
const text = isDate(now) ? stamp(now) : "never";
tool("ask_human", { question: "Shall I go on?" });
return text;
