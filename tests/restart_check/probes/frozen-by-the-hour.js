// Whether a writing takes place.
const o = { a: 1 };
if (new Date().getUTCHours() >= 17) Object.freeze(o);
o.a = 2;
await tool("ask_human", { question: "two?" });
return String(o.a);
