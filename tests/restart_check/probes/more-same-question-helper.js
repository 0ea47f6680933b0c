// One question through a helper, from two places.
const confirm = (what) => tool("ask_human", { question: `Really ${what}?` }) === "yes";
const a = confirm("close");
const b = confirm("close");
return `${a} ${b}`;
