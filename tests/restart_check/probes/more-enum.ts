// An enum as the state of a machine.
enum State { Start, Ask, Done }
let state: State = State.Start;
let at: number | undefined;
while (state !== State.Done) {
  switch (state) {
    case State.Start: at = Date.now(); state = State.Ask; break;
    case State.Ask: tool("ask_human", { question: "Shall I go on?" }); state = State.Done; break;
  }
}
return `${State[state]} ${at}`;
