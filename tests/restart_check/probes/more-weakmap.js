// A reading kept in a WeakMap.
const times = new WeakMap();
const key = {};
times.set(key, Date.now());
tool("ask_human", { question: "Shall I go on?" });
return `${times.get(key)}`;
