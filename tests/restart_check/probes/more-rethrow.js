// An error that is caught and thrown anew ends the plan.
const start = Date.now();
tool("ask_human", { question: "Shall I go on?" });
try { JSON.parse("{"); } catch (error) { return `failed after ${start}`; }
return "never";
