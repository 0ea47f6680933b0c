// A conversion that asks, twice.
const o = { [Symbol.toPrimitive]() { tool("ask_human", { question: "inner?" }); return 1; } };
const a = +o; const b = +o;
return String(a + b);
