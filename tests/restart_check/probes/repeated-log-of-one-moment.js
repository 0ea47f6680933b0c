// Two lines with the time, with no question between: the clock stands still.
for (const { id } of tool("list_issues", {})) {
  if (id > 0) tool("log", { message: new Date().toISOString() });
}
return "done";
