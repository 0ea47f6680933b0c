// The same question in a loop.
let yes = 0;
for (let i = 0; i < 3; i++) {
  if (tool("ask_human", { question: "Once more?" }) === "yes") yes += 1;
}
return `${yes} times`;
