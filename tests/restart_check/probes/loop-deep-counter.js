// A reading in the first round of a counter, deep inside other loops and a recursion.
let at = 0;
const dig = (depth) => {
  if (depth > 0) return dig(depth - 1);
  for (let i = 0; i < 3; i++) {
    let n = 0;
    do { if (i === 0 && n === 0) at = Date.now(); n += 1; } while (n < 2);
  }
  return at;
};
const found = dig(7);
tool("ask_human", { question: "Shall I go on?" });
return `${found}`;
