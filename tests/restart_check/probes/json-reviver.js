// A reviver.
const v = JSON.parse('{"a":1}', (k, x) => (k === "a" ? Date.now() : x));
await tool("ask_human", { question: "two?" });
return String(v.a);
