// A date made of a constant is no clock.
const start = new Date(0), day = new Date("2026-01-01"), other = new Date(2026, 0, 1);
tool("ask_human", { question: "Shall I go on?" });
return [start, day, other].map((one) => one.toISOString()).join(" ");
