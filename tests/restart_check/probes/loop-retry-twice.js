// A second try with other words, and no third.
const ask = (id) => {
  for (let tries = 0; tries < 2; tries++) {
    const question = tries === 0 ? `Close ${id}?` : `Yes or no: close ${id}?`;
    const answer = tool("ask_human", { question });
    if (answer === "yes" || answer === "no") return answer;
  }
  return "none";
};
return tool("list_issues", {}).map(({ id }) => `${id} ${ask(id)}`).join(" ");
