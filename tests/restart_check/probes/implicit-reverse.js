// The hour decides on an order in place.
const a = [1, 2]; if (new Date().getUTCHours() >= 17) a.reverse();
await tool("ask_human", { question: "go?" });
return a.join();
