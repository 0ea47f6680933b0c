// A labelled continue that the clock decides.
let count = 0;
next: for (const { id, labels } of tool("list_issues", {})) {
  for (const label of labels) {
    if (new Date().getUTCHours() > 20) continue next;
    count += label.length;
  }
  tool("ask_human", { question: `Is ${id} urgent?` });
}
return `${count}`;
