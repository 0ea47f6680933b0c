// The clock decides whether an error comes, and the error is caught.
const check = () => { if (new Date().getUTCHours() >= 17) throw new Error("late"); return "in time"; };
let state;
try { state = check(); } catch (error) { state = error.message; }
tool("ask_human", { question: "Shall I go on?" });
return state;
