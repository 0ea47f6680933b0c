// A text is gone through letter by letter.
let s = ""; for (const c of new Date().toISOString()) s = c + s;
await tool("ask_human", { question: "go?" });
return s;
