// A counter tells the questions apart.
let n = 0;
const ask = () => tool("ask_human", { question: `question ${++n}` });
const a = await ask(); const b = await ask();
return a + b;
