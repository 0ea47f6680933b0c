// A replacer that asks.
const v = JSON.stringify([1, 2], (k, x) => { if (k !== "") tool("ask_human", { question: "same?" }); return x; });
return v;
