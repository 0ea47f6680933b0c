// A question asked again with a number.
const ask = (id) => {
  for (let tries = 1; tries <= 3; tries++) {
    const answer = tool("ask_human", { question: `Close ${id}? (${tries})` });
    if (answer === "yes" || answer === "no") return answer;
  }
  return "none";
};
return tool("list_issues", {}).map(({ id }) => `${id} ${ask(id)}`).join(" ");
