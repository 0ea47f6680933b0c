// Names that look like the clock.
const clock = { now: () => 7 };
const Temporal = { Now: { instant: () => "noon" } };
const performanceNow = clock.now();
tool("ask_human", { question: "Shall I go on?" });
return `${clock.now()} ${Temporal.Now.instant()} ${performanceNow}`;
