// The hour ends a loop that empties a list.
const q = [1, 2, 3]; while (q.length && new Date().getUTCHours() < 17) q.pop();
await tool("ask_human", { question: "go?" });
return String(q.length);
