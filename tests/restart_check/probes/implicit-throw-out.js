// The clock decides whether the plan ends in an error.
const hours = new Date().getUTCHours();
tool("ask_human", { question: "Shall I go on?" });
if (hours >= 18) throw new Error("too late");
return "done";
