// The same, the real clock is used.
abstract class Clock { abstract now(): string; line(text: string): string { return `${this.now()} ${text}`; } }
class Real extends Clock { now(): string { return new Date().toISOString(); } }
class Fixed extends Clock { now(): string { return "noon"; } }
const clock: Clock = new Real();
tool("log", { message: clock.line("start") });
tool("ask_human", { question: "Shall I go on?" });
return "done";
