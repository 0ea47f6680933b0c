// The clock decides a flag, the flag a call.
let late = false;
if (new Date().getUTCHours() >= 17) late = true;
for (const { id } of tool("list_issues", {})) tool("ask_human", { question: `Is ${id} urgent?` });
if (late) tool("log", { message: "late" });
return "done";
