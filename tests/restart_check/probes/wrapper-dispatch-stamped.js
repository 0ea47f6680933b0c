// The same, with the time.
const call = (name, given = {}) => {
  const result = tool(name, given);
  if (name !== "log") call("log", { message: `${new Date().toISOString()} ${name} ${JSON.stringify(given)}` });
  return result;
};
for (const { id } of call("list_issues")) call("ask_human", { question: `Is ${id} urgent?` });
return "done";
