// A counter comes round.
let n = 0;
const ask = () => tool("ask_human", { question: `question ${n++ % 2}` });
await ask(); await ask(); await ask();
