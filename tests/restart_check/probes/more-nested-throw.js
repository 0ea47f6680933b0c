// An error that carries a reading out of two functions.
class Late extends Error { constructor(at) { super("late"); this.at = at; } }
const inner = () => { throw new Late(Date.now()); };
const outer = () => { try { inner(); } finally { tool("log", { message: "left" }); } };
let at = 0;
try { outer(); } catch (error) { if (error instanceof Late) at = error.at; }
tool("ask_human", { question: "Shall I go on?" });
return `${at}`;
