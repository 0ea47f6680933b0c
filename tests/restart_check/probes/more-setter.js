// A value that passes through a setter.
const box = { held: 0, set value(x) { this.held = x * 2; }, get value() { return this.held; } };
box.value = Date.now();
tool("ask_human", { question: "Shall I go on?" });
return `${box.value}`;
