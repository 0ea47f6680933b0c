// A helper that remembers its first reading.
let memo;
const started = () => (memo ??= Date.now());
started();
tool("ask_human", { question: "Shall I go on?" });
return `${started()}`;
