// A draw that only decides how long something internal takes.
let n = 0;
const rounds = Math.floor(Math.random() * 10);
for (let i = 0; i < rounds; i++) n += i;
tool("ask_human", { question: "Shall I go on?" });
return "done";
