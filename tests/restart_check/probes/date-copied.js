// A copy of a date that was read.
const first = new Date();
const copy = new Date(first.getTime());
copy.setUTCHours(copy.getUTCHours() + 2);
tool("ask_human", { question: "Shall I go on?" });
return copy.toISOString();
