// Texts, comments and patterns that look like code.
// const now = Date.now(); tool("log", { message: Math.random() })
/* new Date() */
const help = "Date.now() and Math.random() and new Date()";
const pattern = /Date\.now\(\)/;
tool("ask_human", { question: `${help.length} ${pattern.test(help)}` });
return 'tool("list_issues", {}) ' + help;
