// The question that follows is asked by a helper called through a table.
const steps = { first: () => Date.now(), second: () => tool("ask_human", { question: "Shall I go on?" }) };
const results = Object.keys(steps).map((name) => steps[name]());
return results.join();
