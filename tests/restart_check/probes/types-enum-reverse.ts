// The name of a member of an enum.
enum E { X = 5 }
await tool("ask_human", { question: `q ${E[5]}` });
await tool("ask_human", { question: "q X" });
