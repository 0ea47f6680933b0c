// The same, the error is caught.
const settings = new Date().getUTCHours() >= 17 ? undefined : { text: "early" };
let text = "none";
try { settings.text; text = "some"; } catch { text = "late"; }
tool("ask_human", { question: "Shall I go on?" });
return text;
