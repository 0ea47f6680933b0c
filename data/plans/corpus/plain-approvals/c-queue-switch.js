const queue = [...await tool("list_issues", {})];
const total = queue.length;
const out = [];
let approved = 0, rejected = 0, unclear = 0;

while (queue.length) {
  const { id, title, author } = queue.shift();
  const answer = (await tool("ask_human", {
    question: "Issue " + id + ": " + title + " (opened by " + author + "). Should it be closed?"
  })).toLowerCase().trim();

  switch (answer) {
    case "yes":
    case "y":
      await tool("close_issue", { id });
      approved++;
      out.push("#" + id + " closed");
      break;
    case "no":
    case "n":
      rejected++;
      out.push("#" + id + " stays open");
      break;
    default:
      // not a clear answer, do not close
      unclear++;
      out.push("#" + id + " stays open (answer was: " + answer + ")");
  }
}

out.unshift("Total: " + total + ", closed: " + approved + ", not closed: " + rejected + ", unclear: " + unclear);
return out.join("\n");
