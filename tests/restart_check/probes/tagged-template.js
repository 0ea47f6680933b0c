// A reading in a tagged template.
const tag = (parts, ...values) => parts.join("_") + values.join("_");
const text = tag`began ${Date.now()}`;
tool("ask_human", { question: "Shall I go on?" });
return text;
