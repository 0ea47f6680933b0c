// An optional call.
const o = { now: Date.now };
const v = o?.now?.();
await tool("ask_human", { question: "two?" });
return String(v);
