// A getter out of a descriptor.
const d = Object.getOwnPropertyDescriptor({ get t() { return Date.now(); } }, "t");
const v = d.get();
await tool("ask_human", { question: "two?" });
return String(v);
