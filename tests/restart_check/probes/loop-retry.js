// A question asked again, with the same words, when the answer is unclear.
const ask = (id) => {
  for (let tries = 0; tries < 3; tries++) {
    const answer = tool("ask_human", { question: `Close ${id}?` });
    if (answer === "yes" || answer === "no") return answer;
  }
  return "none";
};
return tool("list_issues", {}).map(({ id }) => `${id} ${ask(id)}`).join(" ");
