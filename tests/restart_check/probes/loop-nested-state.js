// A machine of states in nested loops.
let state = "a";
let stamp = "none";
while (state !== "end") {
  for (const next of ["b", "c", "d", "end"]) {
    if (state === "c" && next === "d") stamp = String(Date.now());
    state = next;
  }
}
tool("ask_human", { question: "Shall I go on?" });
return stamp;
