// The hour decides whether an error comes.
let late = true;
try { const o = new Date().getUTCHours() >= 17 ? null : {}; o.x; late = false; } catch {}
await tool("ask_human", { question: "go?" });
return String(late);
