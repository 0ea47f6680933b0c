// A setter by its descriptor.
let kept = 0;
const o = Object.defineProperty({}, "t", { set: (x) => { kept = Date.now(); } });
o.t = 1;
await tool("ask_human", { question: "two?" });
return String(kept);
