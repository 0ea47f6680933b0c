// Closures made in a loop, called later.
const later = [];
for (const { id } of tool("list_issues", {})) later.push(() => `${id} ${Date.now()}`);
tool("ask_human", { question: "Shall I go on?" });
return later.map((each) => each()).join();
