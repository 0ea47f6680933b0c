// Date.UTC and Date.parse are no clocks.
const at = Date.UTC(2026, 2, 10) + Date.parse("2026-03-10T00:00:00Z");
tool("ask_human", { question: "Shall I go on?" });
return String(at);
