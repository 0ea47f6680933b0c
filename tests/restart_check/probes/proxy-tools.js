// Tools behind a proxy, asked the same.
const tools = new Proxy({}, { get: (_, name) => (args) => tool(name, args) });
await tools.ask_human({ question: "same?" });
await tools.ask_human({ question: "same?" });
