// Two questions through a helper.
const confirm = (what) => tool("ask_human", { question: `Really ${what}?` }) === "yes";
const a = confirm("close");
const b = confirm("escalate");
return `${a} ${b}`;
