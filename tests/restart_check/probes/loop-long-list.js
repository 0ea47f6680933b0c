// A list written down, longer than is followed item by item.
let at = 0;
for (const name of "a b c d e f g h i j k l m n o p q r s t".split(" ")) if (name === "t") at = Date.now();
for (const name of ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p"]) if (name === "p") at += Date.now();
tool("ask_human", { question: "Shall I go on?" });
return `${at}`;
