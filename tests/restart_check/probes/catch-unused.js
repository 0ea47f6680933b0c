// A reading on a way that only an error takes.
let text = "fine";
try {
  for (const { id } of tool("list_issues", {})) tool("ask_human", { question: `Is ${id} urgent?` });
} catch (error) {
  text = `failed at ${Date.now()}`;
}
return text;
