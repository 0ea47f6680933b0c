// A generic helper that hands a reading on.
interface Timed<T> { value: T; at: number }
const timed = <T,>(run: () => T): Timed<T> => ({ value: run(), at: Date.now() });
const { value: issues, at } = timed<{ id: number }[]>(() => tool("list_issues", {}));
for (const { id } of issues) tool("ask_human", { question: `Is ${id} urgent?` });
return `listed at ${at}`;
