// A reading as a text, cut and compared.
const time = new Date().toISOString().slice(11, 16);
const open = "09:00" <= time && time < "17:00" ? "open" : "closed";
tool("ask_human", { question: "Shall I go on?" });
return open;
