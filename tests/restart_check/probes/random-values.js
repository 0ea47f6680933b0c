// Random bytes, filled in.
const bytes = new Uint8Array(4);
crypto.getRandomValues(bytes);
tool("ask_human", { question: "Shall I go on?" });
return [...bytes].join();
