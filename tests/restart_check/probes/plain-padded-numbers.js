// Numbers with zeros in front.
const l = await tool("list_issues", {});
let n = 0; for (const i of l) { n += 1; await tool("log", { message: `#${String(n).padStart(3, "0")}` }); await tool("ask_human", { question: `q ${i.id}` }); }
