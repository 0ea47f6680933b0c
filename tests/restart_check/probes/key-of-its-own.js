// Equal lines told apart by a key: the cache sees other arguments.
let n = 0;
for (const { id } of tool("list_issues", {})) {
  tool("log", { message: "asking", idempotencyKey: `line ${n++}` });
  tool("ask_human", { question: `Is ${id} urgent?` });
}
return "done";
