// Types that mention the clock, and a reading in an enum's neighbour.
type Clock = { now(): number };
interface Stamped { at: Date }
enum Level { Low = 1, High }
const level: Level = Level.High as Level;
function line<T extends string>(text: T): T { return text!; }
tool("ask_human", { question: line("Shall I go on?") });
return `${level satisfies number}`;
