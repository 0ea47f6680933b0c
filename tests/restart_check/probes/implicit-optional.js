// An optional call of the clock.
const clock = { now: Date.now };
const none = undefined;
const at = clock?.now?.() ?? none?.now();
tool("ask_human", { question: "Shall I go on?" });
return `${at}`;
