// The hour picks a function.
const fs = [() => "a", () => "b", () => "c"]; const v = fs[new Date().getUTCHours() % 3]();
await tool("ask_human", { question: "go?" });
return v;
