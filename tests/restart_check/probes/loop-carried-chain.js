// A reading handed from variable to variable, one a round.
let a = Date.now(), b = 0, c = 0, d = 0, e = 0, f = 0, g = 0;
for (let i = 0; i < 9; i++) { g = f; f = e; e = d; d = c; c = b; b = a; }
tool("ask_human", { question: "Shall I go on?" });
return `${g}`;
