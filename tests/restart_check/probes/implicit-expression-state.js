// Where a search goes on.
const re = /a/g; if (new Date().getUTCHours() >= 17) re.test("aa");
await tool("ask_human", { question: "go?" });
return String(re.lastIndex);
