// A question for each kind of label.
const kinds = new Set(tool("list_issues", {}).flatMap(({ labels }) => labels));
for (const kind of kinds) tool("ask_human", { question: `Who looks after ${kind}?` });
return `${kinds.size} kinds`;
