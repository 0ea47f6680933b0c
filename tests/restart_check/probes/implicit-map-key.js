// The hour is a key.
const m = new Map(); m.set(new Date().getUTCHours(), 1);
await tool("ask_human", { question: "go?" });
return String(m.has(16));
