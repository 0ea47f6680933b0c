// A question with its number is another one.
let yes = 0;
for (let i = 0; i < 3; i++) {
  if (tool("ask_human", { question: `Once more, the ${i + 1}. time?` }) === "yes") yes += 1;
}
return `${yes} times`;
