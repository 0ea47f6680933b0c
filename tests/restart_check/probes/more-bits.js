// Arithmetic on a reading.
let n = (Date.now() ** 2) | 0;
n ^= 3; n <<= 1; n = -n;
tool("ask_human", { question: "Shall I go on?" });
return `${n}`;
