// A generic helper whose reading is not used.
interface Timed<T> { value: T; at: number }
const timed = <T,>(run: () => T): Timed<T> => ({ value: run(), at: Date.now() });
const { value: issues } = timed<{ id: number }[]>(() => tool("list_issues", {}));
for (const { id } of issues) tool("ask_human", { question: `Is ${id} urgent?` });
return `listed ${issues.length}`;
