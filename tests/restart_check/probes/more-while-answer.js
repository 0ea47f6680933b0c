// Asks the same until the answer is yes, at most three times.
let tries = 0;
let answer = "";
while (answer !== "yes" && tries < 3) {
  answer = tool("ask_human", { question: "Which issues shall stay?" });
  tries += 1;
}
return `${tries}`;
