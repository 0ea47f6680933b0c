// Rows with a text of their own.
class Row { constructor(i) { this.i = i; } toString() { return `${this.i.id}: ${this.i.title}`; } }
const rows = (await tool("list_issues", {})).map((i) => new Row(i));
for (const r of rows) await tool("ask_human", { question: `Close ${r}?` });
return rows.join("; ");
