// The clock through three functions.
const read = () => Date.now();
const half = (x) => x / 2;
function stamp() { return `t=${half(read())}`; }
tool("log", { message: stamp() });
tool("ask_human", { question: "Shall I go on?" });
return "done";
