// A tag that calls what it is given.
const tag = (s, ...v) => s.raw.join("|") + v.map((f) => f()).join();
const v = tag`a${() => Date.now()}b`;
await tool("ask_human", { question: "two?" });
return v;
