// A reading through promises.
const read = async () => new Date();
const start = await read().then((date) => date.toISOString()).catch(() => "never");
await tool("ask_human", { question: "Shall I go on?" });
return `began ${start}`;
