// A view of bytes.
const d = new DataView(new ArrayBuffer(8)); d.setFloat64(0, Date.now());
await tool("ask_human", { question: "two?" });
return String(d.getFloat64(0));
