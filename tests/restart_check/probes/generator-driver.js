// A generator that is driven by hand.
function* main() { const t = Date.now(); const a = yield "first?"; const b = yield "second?"; return `${t} ${a} ${b}`; }
const it = main(); let step = it.next();
while (!step.done) step = it.next(await tool("ask_human", { question: step.value }));
return step.value;
