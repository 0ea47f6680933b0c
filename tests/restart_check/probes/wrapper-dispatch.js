// A wrapper for all tools, with a stamp only in the log.
const call = (name, given = {}) => {
  const result = tool(name, given);
  if (name !== "log") call("log", { message: `${name} ${JSON.stringify(given)}` });
  return result;
};
for (const { id } of call("list_issues")) call("ask_human", { question: `Is ${id} urgent?` });
return "done";
