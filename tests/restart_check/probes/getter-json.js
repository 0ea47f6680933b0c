// A getter in JSON.
const s = JSON.stringify({ get t() { return Date.now(); } });
await tool("ask_human", { question: "two?" });
return s;
