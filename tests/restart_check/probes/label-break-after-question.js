// The hour ends the loop only where nothing is left to do anew.
const issues = await tool("list_issues", {});
let n = 0;
outer: for (const i of issues) {
  const a = await tool("ask_human", { question: `close ${i.id}?` });
  n++;
  if (new Date().getUTCHours() >= 20) break outer;
}
await tool("log", { message: "finished" });
