// A proxy that answers `in`.
const p = new Proxy({}, { has: () => new Date().getUTCHours() >= 17 });
const late = "x" in p;
await tool("ask_human", { question: "two?" });
return String(late);
