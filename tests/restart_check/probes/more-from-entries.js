// An object made from entries.
const times = Object.fromEntries(["a", "b"].map((name) => [name, Date.now()]));
tool("ask_human", { question: "Shall I go on?" });
return `${times.a}`;
