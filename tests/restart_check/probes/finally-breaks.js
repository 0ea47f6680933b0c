// `finally` leaves the loop.
let v = 0;
for (const x of [1]) { try { v = 1; throw new Error("x"); } finally { v = Date.now(); break; } }
await tool("ask_human", { question: "two?" });
return String(v);
