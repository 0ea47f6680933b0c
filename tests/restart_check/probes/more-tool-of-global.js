// The tool as a property of the global object.
globalThis.tool("log", { message: String(Date.now()) });
globalThis["tool"]("ask_human", { question: "Shall I go on?" });
return "done";
