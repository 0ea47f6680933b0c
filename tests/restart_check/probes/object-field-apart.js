// One field holds a reading, another is used.
const entry = { at: Date.now(), text: "start" };
const { text, ...rest } = entry;
tool("log", { message: text });
tool("ask_human", { question: "Shall I go on?" });
return Object.keys(rest).join();
