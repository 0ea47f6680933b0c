// Closures made in a loop, called before a question.
const later = [];
for (const { id } of tool("list_issues", {})) later.push(() => `${id} ${Date.now()}`);
const text = later.map((each) => each()).join();
tool("ask_human", { question: "Shall I go on?" });
return text;
