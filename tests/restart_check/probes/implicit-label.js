// A labelled break that the clock decides.
let seen = 0;
outer: for (const { id, labels } of tool("list_issues", {})) {
  for (const label of labels) {
    if (new Date().getUTCHours() >= 20) break outer;
    tool("ask_human", { question: `Is ${label} right for ${id}?` });
  }
  seen += 1;
}
return `${seen} seen`;
