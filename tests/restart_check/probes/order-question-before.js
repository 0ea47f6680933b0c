// The only question comes before the reading.
const steps = { second: () => tool("ask_human", { question: "Shall I go on?" }), first: () => Date.now() };
const results = ["second", "first"].map((name) => steps[name]());
return results.join();
