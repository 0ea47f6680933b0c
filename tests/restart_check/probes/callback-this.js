// `this` of a callback.
const v = [1].map(function () { return this.t; }, { t: Date.now() });
await tool("ask_human", { question: "two?" });
return v.join();
