// A helper that remembers what does not differ.
const cache = {};
const label = (id) => (cache[id] ??= `#${id}`);
for (const { id } of tool("list_issues", {})) tool("ask_human", { question: `Is ${label(id)} urgent?` });
return Object.values(cache).join();
