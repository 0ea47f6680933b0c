// A class that does it all.
class Desk { constructor() { this.done = []; } async run() { for (const i of await tool("list_issues", {})) await this.one(i); return this.done.join(); } async one(i) { const a = await tool("ask_human", { question: `Close ${i.id}?` }); if (a === "yes") { await tool("close_issue", { id: i.id }); this.done.push(i.id); } } }
return new Desk().run();
