// A reading that only the console gets.
console.log("started", new Date());
tool("ask_human", { question: "Shall I go on?" });
return "done";
